import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ensureSecrets } from "../../../scripts/lib/secrets.mjs";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "meridian-secrets-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const unset = { databaseUrl: undefined, authSecret: undefined, encryptionKey: undefined };

test("makes two different secrets once, readable by this user alone", async () => {
  const first = await ensureSecrets({ dataDir, ...unset });
  expect(first.authSecret.length).toBeGreaterThanOrEqual(32);
  expect(first.authSecret).not.toBe(first.encryptionKey);
  expect((await stat(path.join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
  expect(await ensureSecrets({ dataDir, ...unset })).toEqual(first);
});

test("two installations do not share secrets", async () => {
  const other = path.join(await mkdtemp(path.join(dataDir, "other-")));
  const [one, two] = [await ensureSecrets({ dataDir, ...unset }), await ensureSecrets({ dataDir: other, ...unset })];
  expect(one.authSecret).not.toBe(two.authSecret);
  expect(one.encryptionKey).not.toBe(two.encryptionKey);
});

test("a secret from the environment wins and is not written down", async () => {
  const given = "g".repeat(40);
  const secrets = await ensureSecrets({ dataDir, ...unset, authSecret: given });
  expect(secrets.authSecret).toBe(given);
  expect(await readFile(path.join(dataDir, "secrets.json"), "utf8")).not.toContain(given);
});

test.each(["", "{}", '{"authSecret":"short","encryptionKey":"short"}', "null"])(
  "refuses a damaged file and leaves it as it is: %j",
  async (content) => {
    const file = path.join(dataDir, "secrets.json");
    await writeFile(file, content);
    await expect(ensureSecrets({ dataDir, ...unset })).rejects.toThrow(/is damaged/);
    expect(await readFile(file, "utf8")).toBe(content);
  },
);

test("with DATABASE_URL nothing is made up: both must be given", async () => {
  const databaseUrl = "postgres://host/db";
  await expect(ensureSecrets({ dataDir, ...unset, databaseUrl })).rejects.toThrow(/AUTH_SECRET and ENCRYPTION_KEY/);
  const [authSecret, encryptionKey] = ["a".repeat(32), "b".repeat(32)];
  expect(await ensureSecrets({ dataDir, databaseUrl, authSecret, encryptionKey })).toEqual({
    authSecret,
    encryptionKey,
  });
});
