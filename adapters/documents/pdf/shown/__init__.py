"""Documents as their readers see them: pages as pictures, and where words stand on them."""
