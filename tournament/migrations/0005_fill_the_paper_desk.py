"""What rows from before need: a code on every sheet, a division on every entrant, a signature under every ruling."""

import secrets

from django.db import migrations


def fill(apps, schema_editor):
    from tournament.codes import new_code

    Sheet, Entrant, Ruling, Signature = (
        apps.get_model("tournament", name) for name in ("Sheet", "Entrant", "Ruling", "Signature")
    )
    chance, taken = secrets.SystemRandom(), set()
    sheets = list(Sheet.objects.filter(code=None))
    for sheet in sheets:
        while sheet.code is None or sheet.code in taken:
            sheet.code = new_code(chance)
        taken.add(sheet.code)
    Sheet.objects.bulk_update(sheets, ["code"], batch_size=500)
    entrants = list(Entrant.objects.select_related("player").prefetch_related("team__members__division"))
    for entrant in entrants:
        if entrant.player_id:
            entrant.division_id = entrant.player.division_id
        elif members := list(entrant.team.members.all()):
            entrant.division_id = max(members, key=lambda each: each.division.grade).division_id
    Entrant.objects.bulk_update(entrants, ["division"], batch_size=500)
    Signature.objects.bulk_create(
        Signature(ruling=ruling, judge_id=ruling.given_by_id, signed_at=ruling.given_at)
        for ruling in Ruling.objects.order_by("pk")
    )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_paper_desk")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
