<?php
// A webhook receiver in plain PHP, with only the fault that its path names: /<fault>/webhooks. It keeps files in STATE.
[, $fault, $what] = array_pad(explode('/', rawurldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH))), 3, '');
$state = getenv('STATE') . '/' . md5($fault);
@mkdir("$state/kept", 0700, true);

function addTo(string $file, int $by): int
{
    $handle = fopen($file, 'c+');
    flock($handle, LOCK_EX);
    $count = (int) stream_get_contents($handle);
    if ($count + $by >= 0) {
        rewind($handle);
        fwrite($handle, (string) ($count + $by));
    }
    fclose($handle);
    return $count;
}

function work(string $state): bool
{
    if (addTo("$state/breaks", -1) > 0) {
        return false;
    }
    addTo("$state/done", 1);
    return true;
}

function isSigned(string $fault, string $raw): bool
{
    if ($fault === 'nothing verified') {
        return true;
    }
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signature = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
    if ($id === '' || !ctype_digit($timestamp)) {
        return false;
    }
    if ($fault !== 'no replay window' && abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr(getenv('SECRET'), strlen('whsec_')));
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$raw", $key, true));
    if ($fault === 'header compared as one string') {
        return $signature == $wanted;
    }
    foreach (explode(' ', $signature) as $each) {
        if (hash_equals($wanted, $each)) {
            return true;
        }
    }
    return false;
}

function answer(int $status): never
{
    http_response_code($status);
    exit;
}

if ($what === 'effects') {
    echo addTo("$state/done", 0);
    exit;
}
if ($what === 'break') {
    addTo("$state/breaks", 1);
    exit;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    answer(405);
}
if ($fault === 'redirect to a login') {
    header('Location: /login');
    answer(302);
}
if ((int) ($_SERVER['CONTENT_LENGTH'] ?? 0) > 8 * 1024 * 1024) {
    answer(413);
}
$raw = file_get_contents('php://input');
if ($fault === 'body parsed first') {
    $raw = json_encode(json_decode($raw), JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}
if (!isSigned($fault, $raw)) {
    answer(400);
}
if ($fault === 'parser throws') {
    json_decode($raw, false, 512, JSON_THROW_ON_ERROR);
}
if (json_decode($raw) === null) {
    answer(400);
}
if ($fault === 'no memory') {
    work($state);
    exit;
}
$kept = "$state/kept/" . md5($_SERVER['HTTP_WEBHOOK_ID'] ?? '');
if (@fopen($kept, 'x') === false) {
    exit;
}
if (!work($state)) {
    if ($fault !== 'id kept before work') {
        unlink($kept);
    }
    answer(500);
}
