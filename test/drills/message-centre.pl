#!/usr/bin/perl
# A message centre (SMPP 3.4) on Perl's Net::SMPP and Encode, which share no code with the service's libraries.
# Writes each event as a line of JSON to stdout, and reads each command as a line of JSON from stdin:
#   {"ids": ["%X", "%010d"]}  how to write a message's number: in the response, and in the receipt
#   {"deliver": {…}}          sends a contact's text to the service
#   {"cut": true}             closes the connection
use strict;
use warnings;
use Encode qw(decode encode);
use IO::Select;
use JSON::PP;
use Net::SMPP;

# SMPP 3.4, 5.1.3: ESME_RBINDFAIL, ESME_RINVPASWD.
my ($bind_failed, $wrong_password) = (0x0d, 0x0e);
# By data_coding (SMPP 3.4, 5.2.19). A text that is not in its alphabet ends the program.
my %alphabets = (0 => 'gsm0338', 8 => 'UCS-2BE');

my $json = JSON::PP->new->utf8;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0, smpp_version => 0x34) or die "cannot listen: $!";
my $inputs = IO::Select->new($listener, \*STDIN);
my ($service, $commands, %parts) = (undef, '');
my ($number, $in_response, $in_receipt) = (65_529, '%d', '%d');
my %handlers = (
    bind_transceiver => \&accept_bind,
    submit_sm        => \&accept_text,
    deliver_sm_resp  => sub { report(answered => $_[0]{status}) },
    enquire_link     => sub { $service->enquire_link_resp(seq => $_[0]{seq}) },
    unbind           => sub { $service->unbind_resp(seq => $_[0]{seq}); hang_up() },
);

$| = 1;
report(listening => $listener->sockport);
while (1) {
    for my $input ($inputs->can_read) {
        if ($input == $listener) { $inputs->add($service = $listener->accept) }
        elsif ($input == \*STDIN) { read_commands() }
        else { read_pdu() }
    }
}

sub report { print $json->encode({@_}), "\n" }

sub read_commands {
    sysread(STDIN, $commands, 65_536, length $commands) or exit;
    while ($commands =~ s/^(.*)\n//) {
        my $command = $json->decode($1);
        ($in_response, $in_receipt) = @{$command->{ids}} if $command->{ids};
        deliver(%{$command->{deliver}}) if $command->{deliver};
        hang_up() if $command->{cut};
    }
}

sub read_pdu {
    my $pdu = $service->read_pdu or return hang_up();
    my $handler = $handlers{$pdu->explain_cmd} or die 'unexpected ' . $pdu->explain_cmd;
    $handler->($pdu);
}

sub hang_up { $inputs->remove($service); $service->close }

sub accept_bind {
    my ($pdu) = @_;
    my ($version, $password) = @$pdu{qw(interface_version password)};
    my $status = $version != 0x34 ? $bind_failed : $password ne 'pass wd' ? $wrong_password : 0;
    $service->bind_transceiver_resp(
        seq => $pdu->{seq}, status => $status, system_id => 'centre', sc_interface_version => pack('C', 0x34));
    report(bind => { status => $status, interface_version => $version, system_id => $pdu->{system_id} });
}

sub accept_text {
    my ($pdu) = @_;
    $service->submit_sm_resp(seq => $pdu->{seq}, message_id => sprintf($in_response, ++$number));
    my ($reference, $total, $part, $octets) = ('', 1, 1, $pdu->{short_message});
    # 3GPP TS 23.040, 9.2.3.24.1: after the three octets that announce it.
    ($reference, $total, $part, $octets) = unpack 'xxxCCCa*', $octets if $pdu->{esm_class} & 0x40;
    my $text = $parts{"$pdu->{destination_addr} $reference"} //= {};
    $text->{$part} = decode($alphabets{$pdu->{data_coding}}, $octets, Encode::FB_CROAK);
    report(text => { segments => $total, text => join('', map { delete $text->{$_} } 1 .. $total),
        map { $_ => $pdu->{$_} } qw(source_addr destination_addr data_coding) }) if keys %$text == $total;
    send_receipt($pdu) if $pdu->{registered_delivery} & 1;
}

# SMPP 3.4, appendix B. A number that ends in 00 does not exist.
sub send_receipt {
    my ($pdu) = @_;
    my $outcome = $pdu->{destination_addr} =~ /00$/ ? 'stat:UNDELIV err:001' : 'stat:DELIVRD err:000';
    my $dates = 'submit date:2611260900 done date:2611260901';
    deliver(esm_class => 0x04, source_addr => $pdu->{destination_addr}, destination_addr => $pdu->{source_addr},
        text => sprintf("id:$in_receipt sub:001 dlvrd:001 $dates $outcome text:", $number));
}

sub deliver {
    my (%pdu) = @_;
    my $octets = encode($alphabets{$pdu{data_coding} // 0}, delete $pdu{text}, Encode::FB_CROAK);
    $service->deliver_sm(source_addr_ton => 1, source_addr_npi => 1, %pdu, short_message => $octets, async => 1);
}
