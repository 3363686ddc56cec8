import tls from "node:tls";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as testRoute } from "@/app/api/admin/config/basic/mail-test/route";
import { PATCH as changeRoute, GET as readRoute } from "@/app/api/admin/config/basic/route";
import { GET as versionsRoute } from "@/app/api/admin/config/basic/versions/route";
import { closeDatabase, db } from "@/db/client";
import { systemConfig } from "@/db/schema/config";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import type { BasicValues } from "@/lib/config/config-kinds";
import { resetEnv } from "@/lib/config/env";
import type { BasicDto } from "@/lib/features/configuration/dto";
import { mailNotice } from "@/lib/mail/jobs";
import { answer } from "@/tests/factories/call";
import { clearConfiguration } from "@/tests/factories/configuration";
import { makePerson, type Person } from "@/tests/factories/people";
import { CERTIFICATE, startMailServer } from "@/tests/fakes/mail-server";

const CANARY = "canary-smtp-7f3a";
const LOGIN = { user: "post@product.test", password: CANARY };
type Mail = BasicValues["mailConfig"];
type Server = Awaited<ReturnType<typeof startMailServer>>;
let editor: Person;
let staff: Person;
const servers: Server[] = [];

beforeAll(async () => {
  editor = await makePerson({ codes: ["SYSTEM", "SYSTEM:CONFIG", "SYSTEM:CONFIG:BASIC"] });
  staff = await makePerson();
});
beforeEach(clearConfiguration);
afterEach(async () => {
  jest.restoreAllMocks();
  delete process.env.PRIVATE_SUPPLIERS;
  resetEnv();
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(async () => {
  await clearConfiguration();
  await closeDatabase();
});

async function serve(options: Parameters<typeof startMailServer>[0] = {}): Promise<Server> {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}
/** What the machine trusts, plus the certificate of the tests. */
function trustTestCertificate(): void {
  const { connect } = tls;
  jest
    .spyOn(tls, "connect")
    .mockImplementation(((options: object, done: () => void) =>
      connect({ ...options, ca: CERTIFICATE }, done)) as never);
}
const settings = (port: number, patch: Partial<Mail> = {}): Mail => ({
  host: "127.0.0.1",
  port,
  security: "none",
  user: "",
  from: "noreply@product.test",
  ...patch,
});
const send = async (mail: Mail, password?: string, person = editor) => {
  const { code, data, message } = await answer<{ error?: string }>(testRoute, {
    token: person.token,
    body: { settings: mail, password, to: "lin@product.test" },
  });
  return { code, error: data?.error, message };
};
const save = async (mailConfig: Mail, mailPassword?: string | null) => {
  const { data } = await answer<BasicDto>(readRoute, { token: editor.token });
  const body = { mailConfig, versions: { mailConfig: data?.versions.mailConfig }, mailPassword };
  return answer<BasicDto>(changeRoute, { token: editor.token, method: "PATCH", body });
};

describe("a test letter", () => {
  it("really goes out, in the language of the page", async () => {
    const server = await serve();
    expect((await send(settings(server.port))).code).toBe(200);
    expect(server.letters[0]).toMatch(/To: lin@product.test/);
    expect(server.letters[0]).toMatch(/From: noreply@product.test/);
  });

  it.each(["starttls", "tls"] as const)("goes out by %s with account and password", async (encryption) => {
    trustTestCertificate();
    const server = await serve({ encryption, login: LOGIN });
    const sent = await send(settings(server.port, { security: encryption, user: LOGIN.user }), CANARY);
    expect([sent.code, server.letters.length, server.passwords]).toEqual([200, 1, [CANARY]]);
  });

  it.each(["starttls", "tls"] as const)("by %s tells nothing to a server nobody vouches for", async (encryption) => {
    const server = await serve({ encryption, login: LOGIN });
    const sent = await send(settings(server.port, { security: encryption, user: LOGIN.user }), CANARY);
    expect([sent.error, server.passwords]).toEqual(["mailTlsFailed", []]);
  });

  it("does not fall back to an open connection when encryption was asked for", async () => {
    const server = await serve({ login: LOGIN });
    const sent = await send(settings(server.port, { security: "starttls", user: LOGIN.user }), CANARY);
    expect([sent.error, server.passwords]).toEqual(["mailTlsFailed", []]);
  });

  it("says what is wrong: password, server away, refused, nothing set", async () => {
    const server = await serve({ login: LOGIN });
    expect((await send(settings(server.port, { user: LOGIN.user }), "wrong")).error).toBe("mailLoginFailed");
    const strict = await serve({ refuses: true });
    expect(await send(settings(strict.port))).toMatchObject({
      error: "mailRefused",
      message: /mailbox unavailable/ as never,
    });
    const gone = await serve();
    await gone.stop();
    expect((await send(settings(gone.port))).error).toBe("mailUnreachable");
    expect((await send(settings(1, { host: "" }))).error).toBe("mailNotSet");
  });

  it("never goes to the metadata service, and to private addresses only as far as they are listed", async () => {
    expect((await send(settings(25, { host: "169.254.169.254" }))).error).toBe("addressRefused");
    const server = await serve();
    process.env.PRIVATE_SUPPLIERS = "listed";
    resetEnv();
    expect((await send(settings(server.port))).error).toBe("addressRefused");
    expect((await send(settings(server.port, { host: "localhost" }))).error).toBe("addressRefused");
    expect(server.letters).toEqual([]);
  });

  it("is for people who hold the code", async () => {
    expect((await send(settings(25), undefined, staff)).code).toBe(403);
  });
});

describe("the password", () => {
  it("goes to the stored server and account only", async () => {
    const [server, other] = [await serve({ login: LOGIN }), await serve({ login: LOGIN })];
    const mail = settings(server.port, { user: LOGIN.user });
    await save(mail, CANARY);
    expect((await send(mail)).code).toBe(200);
    await send({ ...mail, port: other.port });
    await send({ ...mail, user: "other" });
    expect([server.passwords, other.passwords]).toEqual([[CANARY], []]);
  });

  it("is forgotten with another destination, and kept with another sender", async () => {
    const server = await serve({ login: LOGIN });
    const mail = settings(server.port, { user: LOGIN.user });
    expect((await save(mail, CANARY)).data?.hasMailPassword).toBe(true);
    expect((await save({ ...mail, from: "other@product.test" })).data?.hasMailPassword).toBe(true);
    expect((await save({ ...mail, port: 2525 })).data?.hasMailPassword).toBe(false);
    expect((await save({ ...mail, port: 2525 }, "again")).data?.hasMailPassword).toBe(true);
    expect((await save({ ...mail, port: 2525 }, null)).data?.hasMailPassword).toBe(false);
  });

  it("stands nowhere: not in answers, versions, the log, nor in clear in the database", async () => {
    await save(settings(25, { user: LOGIN.user }), CANARY);
    const seen = [
      await answer(readRoute, { token: editor.token }),
      await answer(versionsRoute, { token: editor.token }),
      await db().select().from(operationLogs),
      await db().select().from(systemConfig),
    ];
    expect(JSON.stringify(seen)).not.toContain(CANARY);
    expect(JSON.stringify(seen)).not.toContain(Buffer.from(CANARY).toString("base64"));
  });
});

describe("a notification", () => {
  const notice = (userId: string) => ({
    userId,
    kind: "budgetLevel",
    args: { level: 80, subject: "研发部" },
    href: null,
  });
  const run = (userId: string) =>
    mailNotice.execute(notice(userId), { jobId: v7(), signal: AbortSignal.timeout(5000) });

  it("goes to people with an address, in their language, and to nobody else", async () => {
    const server = await serve();
    await save(settings(server.port));
    await db().update(users).set({ email: "a@product.test", language: "en_US" }).where(eq(users.id, editor.id));
    await run(editor.id);
    await run(staff.id);
    expect(server.letters).toHaveLength(1);
    expect(server.letters[0]).toMatch(/Subject: .*80/);
  });

  it("is tried again while the server is away, and given up where that cannot help", async () => {
    const server = await serve({ login: LOGIN });
    await save(settings(server.port, { user: LOGIN.user }), "wrong");
    await db().update(users).set({ email: "a@product.test" }).where(eq(users.id, editor.id));
    await run(editor.id);
    await save(settings(1));
    await expect(run(editor.id)).rejects.toMatchObject({ key: "mailUnreachable" });
    expect(mailNotice.attempts).toBe(3);
  });
});
