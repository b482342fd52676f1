"""Object stores: where documents are read and bundles are put, beyond the disks of this machine."""
