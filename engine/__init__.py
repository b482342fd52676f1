"""The privacy mathematics and the policy language: pure, without I/O, clock, network or orchestrator."""
