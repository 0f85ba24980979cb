"""Tells a web address how a tournament goes: referee tournament ... --json | python3 webhook.py URL"""
import http.client, json, sys, urllib.request

for line in sys.stdin:
    event = json.loads(line)
    if event["event"] in ("begun", "warning", "failed", "ended"):  # "played": each game
        body = json.dumps({"text": f"tournament: {event.get('why') or event.get('text') or event['event']}", "event": event})
        try:
            request = urllib.request.Request(sys.argv[1], body.encode(), {"Content-Type": "application/json"})
            urllib.request.urlopen(request, timeout=10).close()
        except (OSError, ValueError, http.client.HTTPException) as error:  # go on reading: a closed pipe would end the tournament
            print(f"webhook: {error}", file=sys.stderr)
