import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Attribute, Change, Client } from "ldapts";

const SLAPD = "/usr/sbin/slapd";
export const BASE_DN = "dc=example,dc=test";
const ROOT_DN = `cn=root,${BASE_DN}`;
const ROOT_PASSWORD = "root-of-the-test";
export const BIND_DN = `cn=service,${BASE_DN}`;
export const BIND_PASSWORD = "service-of-the-test";

/** What Active Directory has and a plain schema lacks, as extra attributes of a person. */
const SCHEMA = `
attributetype ( 1.3.6.1.4.1.55555.1.1 NAME 'userAccountControl' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.55555.1.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.55555.1.3 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.55555.2.1 NAME 'adPerson' SUP top AUXILIARY MAY ( userAccountControl $ objectGUID $ sAMAccountName ) )
`;

const configuration = (folder: string, certificate: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include ${folder}/ad.schema
pidfile ${folder}/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
moduleload ppolicy
sizelimit unlimited
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/${certificate}.pem
TLSCertificateKeyFile ${folder}/${certificate}.key
database mdb
suffix "${BASE_DN}"
rootdn "${ROOT_DN}"
rootpw ${ROOT_PASSWORD}
directory ${folder}/data
maxsize 104857600
overlay memberof
overlay ppolicy
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${BIND_DN}" read by anonymous auth by * none
`;

/** An authority, a good certificate of this machine and one that has run out; another authority nobody trusts. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  for (const name of ["ca", "other-ca"]) {
    openssl(
      "req",
      "-x509",
      ...key,
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.pem`,
      "-days",
      "30",
      "-subj",
      `/CN=${name}`,
    );
  }
  for (const [name, days] of [
    ["good", "30"],
    ["expired", "-1"],
  ] as const) {
    openssl("req", ...key, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", "/CN=localhost");
    const authority = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names.cnf"];
    openssl("x509", "-req", "-in", `${name}.csr`, ...authority, "-days", days, "-out", `${name}.pem`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface NewPerson {
  /** Where the entry stands; below the base when unset. */
  under?: string;
  password?: string;
  name?: string;
  mail?: string;
  /** More attributes; `objectClass` adds to the person's own. */
  more?: Record<string, string | string[]>;
}

export type Slapd = Awaited<ReturnType<typeof startSlapd>>;

/**
 * A real OpenLDAP server of the machine in a folder of its own, on free ports of loopback: ldap:// with StartTLS and
 * ldaps://. It holds `ou=people`, `ou=groups` and the service account; tests add the rest.
 */
export async function startSlapd({ certificate = "good" }: { certificate?: "good" | "expired" } = {}) {
  if (!existsSync(SLAPD)) {
    throw new Error("These tests speak to a real OpenLDAP server: install it (apt-get install slapd ldap-utils).");
  }
  const folder = await mkdtemp(path.join(tmpdir(), "slapd-"));
  await mkdir(path.join(folder, "data"));
  await writeFile(path.join(folder, "names.cnf"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
  await writeFile(path.join(folder, "ad.schema"), SCHEMA);
  await writeFile(path.join(folder, "slapd.conf"), configuration(folder, certificate));
  makeCertificates(folder);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const url = `ldap://127.0.0.1:${port}`;
  const lines: string[] = [];
  const server = run(folder, `${url} ldaps://127.0.0.1:${tlsPort}`, lines);
  const kill = () => server.kill("SIGKILL");
  process.once("exit", kill);
  for (const one of [port, tlsPort]) {
    await listening(one, server, lines).catch((error: unknown) => {
      kill();
      throw error;
    });
  }

  const root = new Client({ url });
  await root.bind(ROOT_DN, ROOT_PASSWORD);
  const add = (dn: string, attributes: Record<string, string | string[]>) => root.add(dn, attributes);
  const addDepartment = async (name: string, under = BASE_DN) => {
    const dn = `ou=${name},${under}`;
    await add(dn, { objectClass: "organizationalUnit", ou: name });
    return dn;
  };
  const addPerson = async ({ under = BASE_DN, password = "Directory-1", name, mail, more = {} }: NewPerson = {}) => {
    const uid = `d${randomBytes(6).toString("hex")}`;
    const dn = `uid=${uid},${under}`;
    const { objectClass = [], ...attributes } = more;
    await add(dn, {
      objectClass: ["inetOrgPerson", ...[objectClass].flat()],
      uid,
      cn: name ?? `Person ${uid}`,
      sn: uid,
      mail: mail ?? `${uid}@example.test`,
      userPassword: password,
      ...attributes,
    });
    return { dn, uid, password, mail: mail ?? `${uid}@example.test` };
  };

  await add(BASE_DN, { objectClass: ["dcObject", "organization"], dc: "example", o: "Example" });
  await add(BIND_DN, {
    objectClass: ["applicationProcess", "simpleSecurityObject"],
    cn: "service",
    userPassword: BIND_PASSWORD,
  });
  const people = await addDepartment("people");
  const groups = await addDepartment("groups");

  let marks = 0;
  /** The connection of the test itself. */
  let own: string | undefined;
  /** The lines of the server's log since the last look: what it was told arrives there a moment later. */
  const seen = async () => {
    const look = async () => {
      const mark = `(cn=mark-${++marks}-${randomBytes(4).toString("hex")})`;
      await root.search(BASE_DN, { filter: mark, scope: "base" });
      for (let wait = 0; wait < 100; wait++) {
        if (lines.some((line) => line.includes(mark))) return true;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return false;
    };
    // Two threads of the server may write into one line; then the next mark is whole.
    for (let tries = 0; !(await look()); tries++) {
      if (tries === 5) throw new Error("slapd logs no searches");
    }
    const all = lines.splice(0).filter((line) => /\bconn=\d+ /.test(line));
    own ??= all.find((line) => line.includes(` BIND dn="${ROOT_DN}"`))?.match(/\bconn=\d+ /)?.[0];
    return all.filter((line) => !own || !line.includes(own));
  };

  return {
    url,
    tlsUrl: `ldaps://127.0.0.1:${tlsPort}`,
    ca: await readFile(path.join(folder, "ca.pem"), "utf8"),
    otherCa: await readFile(path.join(folder, "other-ca.pem"), "utf8"),
    people,
    groups,
    add,
    addDepartment,
    addPerson,
    addGroup: async (name: string, members: string[], under = groups) => {
      const dn = `cn=${name},${under}`;
      await add(dn, { objectClass: "groupOfNames", cn: name, member: members });
      return dn;
    },
    set: (dn: string, type: string, values: string[] | Buffer[]) =>
      root.modify(dn, [new Change({ operation: "replace", modification: new Attribute({ type, values }) })]),
    rename: (dn: string, to: string) => root.modifyDN(dn, to),
    remove: (dn: string) => root.del(dn),
    /** What clients asked since the last look: names that were bound as, and filters of searches as they arrived. */
    async told() {
      const log = await seen();
      const all = (pattern: RegExp) => log.flatMap((line) => pattern.exec(line)?.[1] ?? []);
      return { binds: all(/ BIND dn="([^"]*)" method=128/), filters: all(/ SRCH .*filter="(.*)"$/), log };
    },
    async stop() {
      await root.unbind().catch(() => undefined);
      const ended = new Promise((resolve) => server.once("exit", resolve));
      kill();
      await ended;
      process.removeListener("exit", kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs the server in the foreground, its log of connections, binds and searches into `lines`. */
function run(folder: string, addresses: string, lines: string[]): ChildProcess {
  const conf = path.join(folder, "slapd.conf");
  const server = spawn(SLAPD, ["-f", conf, "-h", addresses, "-d", "256"], { stdio: ["ignore", "ignore", "pipe"] });
  let rest = "";
  server.stderr.on("data", (data: Buffer) => {
    const all = (rest + data).split("\n");
    rest = all.pop() ?? "";
    lines.push(...all);
  });
  return server;
}

/** Waits until a port of the server takes connections. */
async function listening(port: number, server: ChildProcess, lines: string[]): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  const deadline = Date.now() + 15_000;
  while (!(await isOpen())) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`slapd did not start:\n${lines.join("\n")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
