"""From a policy to a plan that runs, with everything it rests on."""
