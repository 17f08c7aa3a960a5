"""Static files under an address that changes with their content, so that a phone may keep them for ever."""

from __future__ import annotations

import hashlib
from pathlib import Path

import brotli
from flask import Blueprint, Flask, Response, current_app, request, send_from_directory, url_for

YEAR = 365 * 24 * 3600

bp = Blueprint("files", __name__)


def serve_static(app: Flask) -> None:
    """Serve `app.static_folder` under `/static/<release>/`, where the release names all its content."""
    folder = Path(str(app.static_folder))
    app.config["STATIC_RELEASE"] = release_of(folder)
    app.register_blueprint(bp)
    app.add_template_global(file_url)


def release_of(folder: Path) -> str:
    """Name the content of a folder: any change in any file gives another name."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:10]


def squeeze(response: Response) -> None:
    """Compress what will be asked for again and again as small as it gets, once: a tenth less than on the fly."""
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if not request.accept_encodings["br"] or response.mimetype not in current_app.config["COMPRESS_MIMETYPES"]:
        return
    squeezed: dict[bytes, bytes] = current_app.extensions.setdefault("squeezed", {})
    key = hashlib.sha256(body).digest()
    if key not in squeezed:
        squeezed[key] = brotli.compress(body)
    response.set_data(squeezed[key])
    response.headers["Content-Encoding"] = "br"


def file_url(name: str) -> str:
    """Address of a static file in this release."""
    return url_for("files.static_file", release=current_app.config["STATIC_RELEASE"], name=name)


@bp.get("/static/<release>/<path:name>")
def static_file(release: str, name: str) -> Response:
    """Give a file. A page of an older release gets today's file, but may not keep it under the old name."""
    response = send_from_directory(str(current_app.static_folder), name, max_age=YEAR)
    # Whole, not as a stream: a stream is compressed by another algorithm, and its file is left open.
    response.direct_passthrough = False
    squeeze(response)
    if release == current_app.config["STATIC_RELEASE"]:
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    else:
        response.headers["Cache-Control"] = "no-cache"
    return response
