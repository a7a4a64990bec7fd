"""How much may be sent at once. Django limits a form's texts by itself, but not its files."""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

from .. import limits

CHUNK = 1 << 20
# A browser shows our answer only once it has sent everything; beyond this much we hang up instead.


class TooMuchSent(RequestDataTooBig):
    """The files of a request are larger than `most` bytes together."""

    def __init__(self, most: int):
        super().__init__(f"more than {most} bytes of files")
        self.most = most


class AtMost(FileUploadHandler):
    """Refuses a request whose files are larger than `settings.LARGEST_UPLOAD` together, before any of them is kept."""

    def handle_raw_input(self, input_data, META, content_length, boundary, encoding=None):
        most = settings.LARGEST_UPLOAD
        if content_length <= most:
            return
        left = min(content_length, most * limits.READ_AWAY)
        while left > 0 and (read := input_data.read(min(CHUNK, left))):
            left -= len(read)
        raise TooMuchSent(most)

    def receive_data_chunk(self, raw_data, start):
        return raw_data

    def file_complete(self, file_size):
        return None
