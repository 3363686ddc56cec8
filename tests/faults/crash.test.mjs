// Crashes of the embedded set-up, with the real product. `npm run test:faults`
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { startModelServer } from "../fakes/model-server.mjs";
import { signIn, startProduct, textOf, until } from "./product.mjs";

let fake;
let dataDir;

before(async () => {
  fake = await startModelServer();
  dataDir = await mkdtemp(path.join(os.tmpdir(), "crash-"));
});
after(async () => {
  await fake.close();
  await rm(dataDir, { recursive: true, force: true });
});

const env = () => ({ DATA_DIR: dataDir, DATABASE_URL: "", OPENAI_BASE_URL: fake.url, OPENAI_MODEL: "fake-slow" });

test("kill -9 in mid-answer: after the next start what was said is there, marked, and the chat goes on", async () => {
  const first = await startProduct(env());
  const api = await signIn(first.url);
  const { id } = await api.post(`${first.url}/api/chat/sessions`);
  const stream = await api.ask(`${first.url}/api/chat/sessions/${id}/answer`, { text: "say a lot" });
  await until(() => stream.lines.length > 70, 20_000);
  await first.kill();
  await stream.done;
  const heard = textOf(stream.lines);

  const second = await startProduct(env());
  try {
    const again = await signIn(second.url);
    const { items } = await again.get(`${second.url}/api/chat/sessions/${id}/messages`);
    assert.equal(items.length, 2);
    assert.equal(items[1].status, "interrupted");
    const kept = items[1].parts.map((part) => part.text).join("");
    assert.ok(heard.startsWith(kept), "what is kept was said");
    // 20 pieces a second: at most the last 2 s are lost.
    assert.ok(kept.split(" ").length + 45 > heard.split(" ").length, "at most two seconds are lost");
    assert.ok(kept.length > 0);
    const next = await again.ask(`${second.url}/api/chat/sessions/${id}/answer`, {
      text: "go on",
      modelId: "builtin-extractive",
    });
    await next.done;
    assert.equal(next.status, 200);
    assert.ok(textOf(next.lines).length > 0);
  } finally {
    await second.stop();
  }
});

test("kill -9 under calls of the Open API: their reservations are settled at the next start, what was counted stays", async (t) => {
  const first = await startProduct(env());
  t.after(() => first.kill().catch(() => undefined));
  const api = await signIn(first.url);
  const key = await api.post(`${first.url}/api/admin/open/keys`, { name: "crash", dailyTokenLimit: 20_000 });
  const ask = (url, model) =>
    fetch(`${url}/api/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key.secret}`, "content-type": "application/json" },
      body: JSON.stringify({
        model,
        max_tokens: 8000,
        stream: true,
        messages: [{ role: "user", content: "say a lot" }],
      }),
    });
  const whole = await ask(first.url, "builtin-extractive");
  await whole.text();
  // What a call used is written a moment after its end.
  await new Promise((resolve) => setTimeout(resolve, 500));
  // Two of these reserve 16,000 of 20,000 tokens; a third would reach the limit.
  const open = [await ask(first.url, "fake-slow"), await ask(first.url, "fake-slow")];
  assert.deepEqual(
    open.map(({ status }) => status),
    [200, 200],
  );
  const third = await ask(first.url, "fake-slow");
  assert.equal(third.status, 200);
  assert.equal((await ask(first.url, "fake-slow")).status, 429);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await first.kill();
  await Promise.allSettled([...open, third].map((response) => response.text()));

  const second = await startProduct(env());
  try {
    const again = await ask(second.url, "builtin-extractive");
    assert.equal(again.status, 200, "the day is not held by calls that are dead");
    await again.text();
    const admin = await signIn(second.url);
    const { items } = await admin.get(`${second.url}/api/admin/open/keys`);
    const { usage } = items.find(({ id }) => id === key.id);
    assert.equal(usage.callsToday, 5, "each call is counted once, dead ones too");
    assert.ok(usage.tokensToday > 0 && usage.tokensToday < 2000, "dead calls hold no reservation");
  } finally {
    await second.stop();
  }
});
