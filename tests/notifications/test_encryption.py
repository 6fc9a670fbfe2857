"""What is pushed can be read by one browser only, and says nothing by its length."""

import json

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from fairground.server.notifications.encryption import (
    CURVE,
    TEXT_BYTES,
    BadSubscription,
    check_keys,
    encrypt,
    encrypt_record,
    from_base64,
    to_base64,
)
from fairground.server.notifications.vapid import VALID_SECONDS, Vapid, new_private_key
from push_service import PushRequest, Subscriber

# The example of RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
RECEIVER_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
    "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def number(text: str) -> int:
    return int.from_bytes(from_base64(text), "big")


def test_the_example_of_the_standard_comes_out_to_the_byte() -> None:
    sender = ec.derive_private_key(number(SENDER), CURVE)
    body = encrypt_record(TEXT + b"\x02", from_base64(RECEIVER), from_base64(AUTH), sender, from_base64(SALT))
    assert to_base64(body) == BODY
    browser = Subscriber(number(RECEIVER_PRIVATE), from_base64(AUTH))
    assert browser.keys["p256dh"] == RECEIVER
    assert browser.read(body) == TEXT


@pytest.mark.parametrize("length", [0, 1, 100, TEXT_BYTES])
def test_the_browser_reads_what_was_sent_and_all_messages_have_one_length(length: int) -> None:
    browser, text = Subscriber(), bytes(b % 250 for b in range(length))
    body = encrypt(text, **browser.keys)
    assert browser.read(body) == text
    assert len(body) == len(encrypt(b"x", **browser.keys)) <= 4_096
    with pytest.raises(InvalidTag):
        Subscriber(auth=browser.auth).read(body)


def test_a_message_that_is_too_long_is_an_error() -> None:
    with pytest.raises(ValueError, match="at most"):
        encrypt(bytes(TEXT_BYTES + 1), **Subscriber().keys)


OFF_CURVE = to_base64(b"\x04" + bytes(64))


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        (OFF_CURVE, AUTH),
        (to_base64(from_base64(RECEIVER)[:-1]), AUTH),
        (to_base64(b"\x02" + from_base64(RECEIVER)[1:33]), AUTH),
        (RECEIVER, to_base64(bytes(15))),
        (RECEIVER, "*" * 22),
        ("", ""),
        ("é" * 87, AUTH),
    ],
)
def test_keys_that_no_browser_makes_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(BadSubscription):
        check_keys(p256dh, auth)


def test_the_sender_says_who_it_is_with_a_signed_token() -> None:
    vapid = Vapid(new_private_key(), "https://fair.example.org")
    endpoint = "https://push.example.net/send/abc"
    request = PushRequest("", {"authorization": vapid.authorization(endpoint, 1_000.0)}, b"")
    claims = request.claims("https://push.example.net")
    assert claims == {"aud": "https://push.example.net", "exp": 1_000 + VALID_SECONDS, "sub": vapid.contact}
    assert request.headers["authorization"].endswith(f"k={vapid.public_key}")
    assert len(from_base64(vapid.public_key)) == 65


def test_a_token_serves_one_service_until_it_is_old() -> None:
    vapid = Vapid(new_private_key())
    first = vapid.authorization("https://a.example/1", 1_000.0)
    assert vapid.authorization("https://a.example/2", 1_001.0) == first
    assert vapid.authorization("https://b.example/1", 1_001.0) != first
    assert vapid.authorization("https://a.example/1", 1_000.0 + VALID_SECONDS - 60) != first
    assert vapid.authorization("https://a.example/1", -(10.0**6)) != first  # the date was set back
    assert "sub" not in json.loads(from_base64(first.split(".")[1]))


def test_a_key_that_was_kept_is_the_same_key() -> None:
    kept = new_private_key()
    assert Vapid(kept).public_key == Vapid(kept).public_key != Vapid(new_private_key()).public_key
