import fs from "node:fs/promises";
import { and, desc, eq, inArray, like } from "drizzle-orm";
import { POST as newSession } from "@/app/api/chat/sessions/route";
import { POST as newScimUser } from "@/app/api/scim/v2/Users/route";
import { POST as complete } from "@/app/api/v1/chat/completions/route";
import { closeDatabase, db, engine } from "@/db/client";
import { systemConfig } from "@/db/schema/config";
import { files } from "@/db/schema/files";
import { models } from "@/db/schema/models";
import { notifications } from "@/db/schema/notifications";
import { tellOfRoom } from "@/lib/files/jobs";
import { invalidateRoom, storageState } from "@/lib/files/room";
import { fileStore } from "@/lib/files/storage";
import { JOBS } from "@/lib/generated/background";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { makeApiKey } from "@/tests/factories/api-keys";
import { call } from "@/tests/factories/call";
import { upload } from "@/tests/factories/files";
import { whileFull } from "@/tests/factories/full-database";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";
import { makePushingChannel, pusher, USER } from "@/tests/factories/scim";

const GIB = 1024 ** 3;

let owner: Person;
let other: Person;
let keeper: Person;

beforeAll(async () => {
  await startJobs(JOBS, false);
  await onlyBuiltinModels();
  [owner, other] = [await makePerson(), await makePerson()];
  keeper = await makePerson({ codes: ["SYSTEM:CONFIG:BASIC"] });
  await db().delete(systemConfig).where(eq(systemConfig.type, "storageTold"));
});
beforeEach(invalidateRoom);
afterEach(() => {
  jest.restoreAllMocks();
  invalidateRoom();
});
afterAll(async () => {
  await stopJobs(100);
  await closeDatabase();
});

/** A disk of 100 GB with so much room. */
function disk(free: number): void {
  invalidateRoom();
  const figures = { bsize: 4096, blocks: (100 * GIB) / 4096, bavail: Math.floor(free / 4096) };
  jest.spyOn(fs, "statfs").mockResolvedValue(figures as Awaited<ReturnType<typeof fs.statfs>>);
}

const errorOf = async (response: Response) => {
  const { code, data, message } = (await response.json()) as { code: number; data: { error: string }; message: string };
  return [response.status, code, data.error, message];
};
const rowsOf = (person: Person) => db().select().from(files).where(eq(files.ownerId, person.id));
const send = (person: Person, text: string) => upload(person.token, "note.txt", text);

describe("uploads while the disk runs full", () => {
  it("are refused in words before a byte is taken in, for everybody, and go on when there is room", async () => {
    disk(0.1 * GIB);
    for (const person of [owner, other]) {
      const [status, code, error, message] = await errorOf(await send(person, "no room"));
      expect([status, code, error]).toEqual([507, 507, "storageFull"]);
      expect(message).toContain("磁盘空间不足");
      expect(await rowsOf(person)).toEqual([]);
    }
    disk(50 * GIB);
    expect((await send(owner, "room again")).status).toBe(200);
  });

  it("that meet the end of the disk midway are refused in words and leave nothing", async () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const put = jest.spyOn(await fileStore(), "put").mockRejectedValueOnce(full);
    expect((await errorOf(await send(other, "cut off"))).slice(0, 3)).toEqual([507, 507, "storageFull"]);
    expect(put).toHaveBeenCalledTimes(1);
    expect((await rowsOf(other)).map(({ status }) => status)).toEqual(["upload_failed"]);
    expect((await send(other, "whole")).status).toBe(200);
  });
});

describe("a database without room", () => {
  it("says so in words of the caller's language, and only where it met the end", async () => {
    const session = (person: Person, language: string) =>
      call(newSession, { token: person.token, body: {}, headers: { "accept-language": language } });
    await whileFull("chat_sessions", `new.user_id = '${owner.id}'`, async () => {
      const [status, , error, message] = await errorOf(await session(owner, "en-US"));
      expect([status, error]).toEqual([507, "storageFull"]);
      expect(message).toMatch(/out of disk space|磁盘空间不足/);
      expect((await session(other, "en-US")).status).toBe(200);
    });
    expect((await session(owner, "en-US")).status).toBe(200);
    if (engine() === "pglite") return;
    // Nothing tells how full another server is, so the refusal itself is remembered.
    expect((await storageState()).level).toBe("full");
  });

  it("says so to programs and identity providers, each in its own shape", async () => {
    const { secret } = await makeApiKey(owner);
    const [model] = await db()
      .select()
      .from(models)
      .where(like(models.name, "builtin-extractive-%"))
      .orderBy(desc(models.id));
    const body = { model: model!.id, messages: [{ role: "user", content: "Hello" }] };
    const asked = await whileFull("usage_ledger", `new.user_id = '${owner.id}'`, () =>
      call(complete, { headers: { authorization: `Bearer ${secret}` }, body }),
    );
    expect([asked.status, await asked.json()]).toMatchObject([
      507,
      { error: { type: "server_error", code: "storageFull" } },
    ]);

    const { ask } = pusher((await makePushingChannel()).token);
    const pushed = await whileFull("users", "new.name = 'No Room'", () =>
      ask(newScimUser, "POST", {
        body: { schemas: [USER], userName: `no-room-${owner.id}`, displayName: "No Room", active: true },
      }),
    );
    expect([pushed.status, pushed.body]).toMatchObject([507, { status: "507" }]);
    expect(pushed.body.detail).toContain("out of disk space");
  });
});

describe("administrators", () => {
  const told = async () => {
    const rows = await db()
      .select()
      .from(notifications)
      .where(
        and(
          inArray(notifications.userId, [keeper.id, owner.id]),
          inArray(notifications.kind, ["storageLow", "storageFull"]),
        ),
      )
      .orderBy(notifications.id);
    return rows.map(({ userId, kind, args }) => [userId === keeper.id, kind, (args as { free: string }).free]);
  };

  it("are told before it is too late, once at each worse level, and again the next time", async () => {
    disk(50 * GIB);
    await tellOfRoom();
    expect(await told()).toEqual([]);
    disk(1.5 * GIB);
    await tellOfRoom();
    await tellOfRoom();
    expect(await told()).toEqual([[true, "storageLow", "1.5 GB"]]);
    disk(0.1 * GIB);
    await tellOfRoom();
    await tellOfRoom();
    const both = [
      [true, "storageLow", "1.5 GB"],
      [true, "storageFull", "102 MB"],
    ];
    expect(await told()).toEqual(both);
    disk(50 * GIB);
    await tellOfRoom();
    disk(1 * GIB);
    await tellOfRoom();
    expect(await told()).toEqual([...both, [true, "storageLow", "1.0 GB"]]);
    // Nothing got better for a day.
    await tellOfRoom(new Date(Date.now() + 25 * 3_600_000));
    expect(await told()).toHaveLength(4);
  });
});
