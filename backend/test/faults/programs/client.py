"""A foreign program: it knows the API from its document only. Called with an address, an e-mail, a password and a picture."""

import json
import sys
from pathlib import Path

from gmb_client import Client
from gmb_client.api.auth import auth_login
from gmb_client.api.captions import captions_regenerate
from gmb_client.api.clients import clients_create
from gmb_client.api.images import images_list, images_upload
from gmb_client.api.moments import moments_create, moments_get
from gmb_client.api.review import review_approve, review_reject
from gmb_client.models import (
    ApproveImageBody,
    CreateClientBody,
    CreateMomentBody,
    ErrorBody,
    ImageView,
    LoginBody,
    RejectImageBody,
    UploadForm,
)
from gmb_client.types import File

address, email, password, picture = sys.argv[1:]
# Its cookie jar keeps the session.
api = Client(base_url=address, timeout=120)

assert auth_login.sync_detailed(client=api, body=LoginBody(email=email, password=password)).status_code == 200
client = clients_create.sync(client=api, body=CreateClientBody(business="Bloom & Branch"))
moment = moments_create.sync(client=api, body=CreateMomentBody(title="Tulips", client_id=client.id))

with Path(picture).open("rb") as photo:
    file = File(payload=photo, file_name="tulips.jpg", mime_type="image/jpeg")
    form = UploadForm(moment_id=moment.id, images=[file])
    [image] = images_upload.sync(client=api, body=form, idempotency_key="from-python")

captioned = captions_regenerate.sync(image.id, client=api)
assert isinstance(captioned, ImageView), captioned
review_approve.sync(image.id, client=api, body=ApproveImageBody(version=captioned.version))
again = review_reject.sync(image.id, client=api, body=RejectImageBody(feedback="Please show the shop from the street."))
assert isinstance(again, ErrorBody), again
read = moments_get.sync(moment.id, client=api)
listed = images_list.sync_detailed(moment.id, client=api, limit=5)

result = {
    "title": captioned.title != "",
    "again": again.code.value,
    "status": read.status.value,
    "images": [one.status.value for one in listed.parsed],
    "total": listed.headers["X-Total-Count"],
}
print(json.dumps(result))
