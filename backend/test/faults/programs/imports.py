"""Imports every module of the generated client."""

import importlib
import pkgutil

import gmb_client

names = [module.name for module in pkgutil.walk_packages(gmb_client.__path__, "gmb_client.")]
for name in names:
    importlib.import_module(name)
print(f"{len(names)} modules")
