"""The screen: shows snapshots of the engine, parses no log and holds no rule.

Data flows one way: the engine thread posts a snapshot, the incident screen keeps the newest and hands it to the
panes; what the user selects travels back up as a message.
"""
