"""How a phone comes to https here: the certificate to trust, and how to do that."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, render_template, request

from ..authority import fingerprint

bp = Blueprint("trust", __name__, url_prefix="/trust")


@bp.get("")
def show() -> str:
    """Show the steps, or say what is missing where this server has no authority of its own."""
    certificate = current_app.config.get("AUTHORITY")
    return render_template(
        "trust.html",
        digest=fingerprint(certificate) if certificate else "",
        https=f"https://{request.host}/",
        secure=request.is_secure,
    )


@bp.get("/scorekeeper-ca.crt")
def certificate() -> Response:
    """Give the authority's certificate: a phone asks its owner what to do with it."""
    kept = current_app.config.get("AUTHORITY")
    if not kept:
        abort(404)
    return Response(kept, mimetype="application/x-x509-ca-cert")
