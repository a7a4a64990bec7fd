from django.db import migrations, models

import tournament.models.sheets


class Migration(migrations.Migration):
    dependencies = [("tournament", "0005_fill_the_paper_desk")]
    operations = [
        migrations.AlterField(
            model_name="sheet",
            name="code",
            field=models.CharField(default=tournament.models.sheets.fresh_code, max_length=12, unique=True),
        )
    ]
