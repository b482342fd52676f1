"""Whom an installation or an auditor trusts: signers and approvers, under the signatures of root keys."""
