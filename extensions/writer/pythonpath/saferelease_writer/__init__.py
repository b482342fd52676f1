"""The extension for LibreOffice Writer: inspects the open document by the API of a service."""
