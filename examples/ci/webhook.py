"""Tells a web address how a tournament goes: referee tournament ... --json | python3 webhook.py URL"""
import json, sys, urllib.request

for line in sys.stdin:
    event = json.loads(line)
    if event["event"] in ("begun", "warning", "failed", "ended"):  # "played": each game
        body = json.dumps({"text": f"tournament: {event.get('why') or event.get('text') or event['event']}", "event": event})
        request = urllib.request.Request(sys.argv[1], body.encode(), {"Content-Type": "application/json"})
        try:
            urllib.request.urlopen(request, timeout=10).close()
        except OSError as error:  # go on reading: a closed pipe would end the tournament
            print(f"webhook: {error}", file=sys.stderr)
