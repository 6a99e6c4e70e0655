"""Reading on the workers of a Dask cluster. Loaded only when one is named; the engine knows nothing of it."""
