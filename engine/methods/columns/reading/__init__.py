"""How tables are read: their cells by place, their headers, and the columns of trees of keys."""
