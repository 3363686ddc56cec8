// A killed server in the middle of a large upload, with the real product. `npm run test:faults`
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { signIn, startProduct } from "./product.mjs";

const SIZE = 40 * 1024 ** 2;
/** So much goes out at a time, with a pause behind it: the kill meets the piece half way. */
const STEP = 1024 ** 2;
const PAUSE_MS = 40;

let dataDir;
let product;

before(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "uploads-"));
});
after(async () => {
  await product?.stop().catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
});

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

test("kill -9 in mid-piece: after the next start the upload goes on where the disk ends, and becomes the same bytes", async () => {
  const env = { DATA_DIR: dataDir, DATABASE_URL: "" };
  product = await startProduct(env);
  const bytes = randomBytes(SIZE);
  let { token } = await signIn(product.url);
  const tus = (more) => ({ authorization: token, "tus-resumable": "1.0.0", ...more });
  const begun = await fetch(`${product.url}/api/files/uploads`, {
    method: "POST",
    headers: tus({ "upload-length": String(SIZE), "upload-metadata": `purpose ${btoa("general")}` }),
  });
  assert.equal(begun.status, 201);
  const place = begun.headers.get("location");
  const send = (offset, body) =>
    fetch(product.url + place, {
      method: "PATCH",
      headers: tus({ "content-type": "application/offset+octet-stream", "upload-offset": String(offset) }),
      body,
      duplex: "half",
    });
  const offsetOf = async () => {
    const { status, headers } = await fetch(product.url + place, { method: "HEAD", headers: tus() });
    return status === 200 ? Number(headers.get("upload-offset")) : null;
  };

  let at = 0;
  const slow = new ReadableStream({
    async pull(controller) {
      controller.enqueue(bytes.subarray(at, at + STEP));
      at += STEP;
      if (at >= SIZE) controller.close();
      if (at === SIZE / 2) void product.kill();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    },
  });
  await assert.rejects(send(0, slow));

  product = await startProduct(env);
  ({ token } = await signIn(product.url));
  const offset = await offsetOf();
  assert.ok(offset > 0 && offset <= SIZE / 2 + STEP, `${offset} bytes outlived the kill`);
  assert.equal((await send(offset, bytes.subarray(offset))).status, 204);
  const finish = async () => {
    const body = JSON.stringify({ uploadId: place.split("/").at(-1), filename: "large.bin" });
    const headers = { authorization: token, "content-type": "application/json" };
    return (await (await fetch(`${product.url}/api/files`, { method: "POST", headers, body })).json()).data.id;
  };
  const id = await finish();
  assert.equal(await finish(), id);
  const file = await fetch(`${product.url}/api/files/${id}`, { headers: { authorization: token } });
  assert.equal(sha256(Buffer.from(await file.arrayBuffer())), sha256(bytes));
  assert.equal(await offsetOf(), null);
});
