#!/bin/sh
# OpenSMTPD 6.8.0p2 (Debian 12): it gives up a mail whose time in the queue is over, and reports it as *delayed*. The report says
# that the mail is kept for up to 7 days, and that this is only a temporary failure. No other report follows, the queue is empty.
# Needs root on Debian 12 with Python 3, such as a container, since smtpd starts only as root. It listens on 127.0.0.1.
# Seen on 2026-11-29: "Subject: Delivery status notification: delayed", "Action: delayed", "Status: 4.4.7", "in the queue: 0".
set -eu
version=6.8.0p2-4+b4
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
[ "$(dpkg-query -W -f '${Version}' opensmtpd 2> /dev/null)" = $version ] ||
  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends opensmtpd=$version > /dev/null

cat > smtpd.conf <<'SETTINGS'
queue ttl 1s
listen on 127.0.0.1 port 2596 hostname mail.example
action "relay" relay host smtp://127.0.0.1:2595
match from any for any action "relay"
SETTINGS
chmod 600 smtpd.conf
PATH=$PATH:/usr/sbin
queued() { find /var/spool/smtpd/queue -type f 2> /dev/null | wc -l; }
before=$(queued)
smtpd -d -f smtpd.conf 2> /dev/null &
server=$!
sleep 2

# A server that refuses joao@example.org for now, and accepts the reports. It prints what they say.
cat > receiver.py <<'RECEIVER'
import smtplib, socketserver, threading, time
class Receiver(socketserver.StreamRequestHandler):
    def handle(self):
        say = lambda line: self.wfile.write((line + '\r\n').encode())
        say('220 mx.example')
        for line in self.rfile:
            command = line.strip().upper()
            if command.startswith(b'RCPT') and b'JOAO' in command: say('450 4.2.0 Try again later')
            elif command == b'DATA':
                say('354 Go on')
                for text in iter(lambda: self.rfile.readline().strip(), b'.'):
                    if text.startswith((b'Subject: D', b'Action', b'Status')): print(text.decode(), flush=True)
                say('250 OK')
            else: say('250 OK')
            if command == b'QUIT': return
server = socketserver.ThreadingTCPServer(('127.0.0.1', 2595), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
smtplib.SMTP('127.0.0.1', 2596).sendmail('notices@clinic.example', 'joao@example.org', 'Subject: Test\r\n\r\nTest\r\n')
time.sleep(20)
RECEIVER
seen=$(python3 receiver.py; echo "in the queue: $(($(queued) - before))")
echo "$seen"
expected='Subject: Delivery status notification: delayed
Action: delayed
Status: 4.4.7
in the queue: 0'
[ "$seen" = "$expected" ] || { echo 'This has changed.' >&2; exit 1; }
