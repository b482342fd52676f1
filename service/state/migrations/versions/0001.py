"""The first tables."""

import sqlalchemy as sa
from alembic import op

from service.state.columns import Moment

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The way forward."""
    op.create_table(
        "attempts",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_attempts_subject"), ["subject"], unique=False)

    op.create_table(
        "foreign_sign_ins",
        sa.Column("state_hash", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.String(length=64), nullable=False),
        sa.Column("verifier_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("state_hash", name=op.f("pk_foreign_sign_ins")),
    )
    op.create_table(
        "groups",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("slug", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_groups")),
        sa.UniqueConstraint("slug", name=op.f("uq_groups_slug")),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("login", sa.String(length=200), nullable=False),
        sa.Column("display", sa.String(length=200), nullable=False),
        sa.Column("email", sa.String(length=200), nullable=False),
        sa.Column("password_hash", sa.String(length=500), nullable=True),
        sa.Column("totp_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("totp_on", sa.Boolean(), nullable=False),
        sa.Column("totp_step", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(length=500), nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("must_change", sa.Boolean(), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("login", name=op.f("uq_people_login")),
        sa.UniqueConstraint("subject", name=op.f("uq_people_subject")),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_settings")),
    )
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.Column("expires", Moment(), nullable=True),
        sa.Column("used", Moment(), nullable=True),
        sa.Column("revoked", Moment(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_api_keys_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_keys")),
    )
    with op.batch_alter_table("api_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_api_keys_person_id"), ["person_id"], unique=False)

    op.create_table(
        "memberships",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("group_id", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_memberships_group_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_memberships_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person_id", "group_id", "role", name=op.f("pk_memberships")),
    )
    op.create_table(
        "policies",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("group_id", sa.String(length=32), nullable=False),
        sa.Column("slug", sa.String(length=64), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_policies_group_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_policies")),
        sa.UniqueConstraint("group_id", "slug", name=op.f("uq_policies_group_id_slug")),
    )
    op.create_table(
        "sign_ins",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.Column("seen", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_sign_ins_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sign_ins")),
    )
    with op.batch_alter_table("sign_ins", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sign_ins_person_id"), ["person_id"], unique=False)

    op.create_table(
        "policy_versions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("policy_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("text_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("comment_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("author_id", sa.String(length=32), nullable=False),
        sa.Column("decided_by", sa.String(length=32), nullable=True),
        sa.Column("decided", Moment(), nullable=True),
        sa.Column("plan_id", sa.String(length=64), nullable=False),
        sa.Column("approval", sa.Text(), nullable=True),
        sa.Column("created", Moment(), nullable=False),
        sa.Column("updated", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["author_id"], ["people.id"], name=op.f("fk_policy_versions_author_id")),
        sa.ForeignKeyConstraint(["decided_by"], ["people.id"], name=op.f("fk_policy_versions_decided_by")),
        sa.ForeignKeyConstraint(
            ["policy_id"], ["policies.id"], name=op.f("fk_policy_versions_policy_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_policy_versions")),
        sa.UniqueConstraint("policy_id", "number", name=op.f("uq_policy_versions_policy_id_number")),
    )
    op.create_table(
        "releases",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("group_id", sa.String(length=32), nullable=False),
        sa.Column("title_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("policy", sa.String(length=200), nullable=False),
        sa.Column("policy_version_id", sa.String(length=32), nullable=True),
        sa.Column("policy_author", sa.String(length=32), nullable=True),
        sa.Column("state", sa.String(length=32), nullable=False),
        sa.Column("asked", sa.String(length=20), nullable=False),
        sa.Column("key_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("review", sa.JSON(), nullable=True),
        sa.Column("engine_id", sa.String(length=32), nullable=False),
        sa.Column("prefect_id", sa.String(length=36), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("sampled_enough", sa.Boolean(), nullable=False),
        sa.Column("created_by", sa.String(length=32), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.Column("updated", Moment(), nullable=False),
        sa.Column("keep_until", Moment(), nullable=True),
        sa.Column("runner", sa.String(length=64), nullable=False),
        sa.Column("beat", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["created_by"], ["people.id"], name=op.f("fk_releases_created_by")),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_releases_group_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["policy_author"], ["people.id"], name=op.f("fk_releases_policy_author")),
        sa.ForeignKeyConstraint(
            ["policy_version_id"], ["policy_versions.id"], name=op.f("fk_releases_policy_version_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_releases")),
    )
    with op.batch_alter_table("releases", schema=None) as batch_op:
        batch_op.create_index("ix_releases_group_state", ["group_id", "state"], unique=False)

    op.create_table(
        "schedules",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("group_id", sa.String(length=32), nullable=False),
        sa.Column("policy", sa.String(length=200), nullable=False),
        sa.Column("policy_version_id", sa.String(length=32), nullable=True),
        sa.Column("source_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("every", sa.String(length=200), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("next_at", Moment(), nullable=True),
        sa.Column("created_by", sa.String(length=32), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["created_by"], ["people.id"], name=op.f("fk_schedules_created_by")),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_schedules_group_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["policy_version_id"], ["policy_versions.id"], name=op.f("fk_schedules_policy_version_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedules")),
    )
    op.create_table(
        "documents",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("release_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("upload", sa.String(length=64), nullable=True),
        sa.Column("name_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("n_bytes", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("chosen", sa.String(length=20), nullable=False),
        sa.Column("risk", sa.Float(), nullable=False),
        sa.Column("risk_parts", sa.JSON(), nullable=True),
        sa.Column("n_findings", sa.Integer(), nullable=False),
        sa.Column("n_missed", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("output", sa.String(length=500), nullable=False),
        sa.Column("first_reviewer", sa.String(length=32), nullable=True),
        sa.Column("second_reviewer", sa.String(length=32), nullable=True),
        sa.Column("updated", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["first_reviewer"], ["people.id"], name=op.f("fk_documents_first_reviewer")),
        sa.ForeignKeyConstraint(
            ["release_id"], ["releases.id"], name=op.f("fk_documents_release_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["second_reviewer"], ["people.id"], name=op.f("fk_documents_second_reviewer")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_documents")),
        sa.UniqueConstraint("release_id", "number", name=op.f("uq_documents_release_id_number")),
        sa.UniqueConstraint("release_id", "upload", name=op.f("uq_documents_release_id_upload")),
    )
    op.create_table(
        "moves",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("release_id", sa.String(length=32), nullable=False),
        sa.Column("document_id", sa.String(length=32), nullable=True),
        sa.Column("step", sa.String(length=40), nullable=False),
        sa.Column("source", sa.String(length=32), nullable=False),
        sa.Column("target", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=True),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("words_sealed", sa.LargeBinary(), nullable=True),
        sa.Column("entry", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["by"], ["people.id"], name=op.f("fk_moves_by")),
        sa.ForeignKeyConstraint(
            ["release_id"], ["releases.id"], name=op.f("fk_moves_release_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moves")),
    )
    with op.batch_alter_table("moves", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_moves_entry"), ["entry"], unique=False)
        batch_op.create_index(batch_op.f("ix_moves_release_id"), ["release_id"], unique=False)

    op.create_table(
        "scheduled_runs",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("schedule_id", sa.String(length=32), nullable=False),
        sa.Column("due", Moment(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("release_id", sa.String(length=32), nullable=True),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["schedule_id"], ["schedules.id"], name=op.f("fk_scheduled_runs_schedule_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scheduled_runs")),
        sa.UniqueConstraint("schedule_id", "due", name=op.f("uq_scheduled_runs_schedule_id_due")),
    )
    op.create_table(
        "corrections",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("ticket", sa.String(length=64), nullable=False),
        sa.Column("batch", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("content_sealed", sa.LargeBinary(), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("undone", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["by"], ["people.id"], name=op.f("fk_corrections_by")),
        sa.ForeignKeyConstraint(
            ["document_id"], ["documents.id"], name=op.f("fk_corrections_document_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_corrections")),
        sa.UniqueConstraint("document_id", "ticket", name=op.f("uq_corrections_document_id_ticket")),
    )
    with op.batch_alter_table("corrections", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_corrections_document_id"), ["document_id"], unique=False)

    op.create_table(
        "notes",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("words_sealed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["people.id"], name=op.f("fk_notes_by")),
        sa.ForeignKeyConstraint(
            ["document_id"], ["documents.id"], name=op.f("fk_notes_document_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notes")),
    )
    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_notes_document_id"), ["document_id"], unique=False)

    op.create_table(
        "overrides",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("release_id", sa.String(length=32), nullable=False),
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("correction_id", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("category", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("asked_by", sa.String(length=32), nullable=False),
        sa.Column("asked", Moment(), nullable=False),
        sa.Column("decided_by", sa.String(length=32), nullable=True),
        sa.Column("decided", Moment(), nullable=True),
        sa.Column("comment_sealed", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["asked_by"], ["people.id"], name=op.f("fk_overrides_asked_by")),
        sa.ForeignKeyConstraint(
            ["correction_id"], ["corrections.id"], name=op.f("fk_overrides_correction_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["decided_by"], ["people.id"], name=op.f("fk_overrides_decided_by")),
        sa.ForeignKeyConstraint(
            ["document_id"], ["documents.id"], name=op.f("fk_overrides_document_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["release_id"], ["releases.id"], name=op.f("fk_overrides_release_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_overrides")),
        sa.UniqueConstraint("correction_id", name=op.f("uq_overrides_correction_id")),
    )
    with op.batch_alter_table("overrides", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_overrides_release_id"), ["release_id"], unique=False)


def downgrade() -> None:
    """The way back."""
    with op.batch_alter_table("overrides", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_overrides_release_id"))

    op.drop_table("overrides")
    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notes_document_id"))

    op.drop_table("notes")
    with op.batch_alter_table("corrections", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_corrections_document_id"))

    op.drop_table("corrections")
    op.drop_table("scheduled_runs")
    with op.batch_alter_table("moves", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_moves_release_id"))
        batch_op.drop_index(batch_op.f("ix_moves_entry"))

    op.drop_table("moves")
    op.drop_table("documents")
    op.drop_table("schedules")
    with op.batch_alter_table("releases", schema=None) as batch_op:
        batch_op.drop_index("ix_releases_group_state")

    op.drop_table("releases")
    op.drop_table("policy_versions")
    with op.batch_alter_table("sign_ins", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sign_ins_person_id"))

    op.drop_table("sign_ins")
    op.drop_table("policies")
    op.drop_table("memberships")
    with op.batch_alter_table("api_keys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_api_keys_person_id"))

    op.drop_table("api_keys")
    op.drop_table("settings")
    op.drop_table("people")
    op.drop_table("groups")
    op.drop_table("foreign_sign_ins")
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_attempts_subject"))

    op.drop_table("attempts")
