"""K-Redactor measured on labelled documents, with attackers."""
