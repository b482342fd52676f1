"""Commands that train and measure on annotated data."""
