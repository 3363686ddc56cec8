import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { v7 } from "uuid";
import { issuerOf } from "../../lib/auth/channels/issuer";
import { type ChannelSettings, channelSchemas } from "../../lib/auth/channels/kinds";
import { channelApp, channelProvisioning } from "../../lib/auth/channels/schema";
import type { ChannelKind } from "../../lib/config/channel-kinds";
import { readRunFile } from "../../scripts/lib/run-file.mjs";

interface NewChannel {
  kind: ChannelKind;
  name: string;
  settings?: ChannelSettings;
  secrets?: Record<string, string>;
  app?: Record<string, unknown>;
  provisioning?: Record<string, unknown>;
  /** Journeys of others meet it at every guest page: only in specs that run alone. */
  isDefault?: boolean;
  /** Below zero: before the channels of others, whose client it is too. */
  sort?: number;
}

/** As the product encrypts: a key of its own for each purpose, derived from the installation's. */
function seal(plain: string): string {
  const file = path.join(process.env.E2E_DATA_DIR ?? "", "secrets.json");
  const { encryptionKey } = JSON.parse(readFileSync(file, "utf8")) as { encryptionKey: string };
  const iv = randomBytes(12);
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", "login-channel", 32));
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return `v1.${[iv, cipher.getAuthTag(), text].map((part) => part.toString("base64url")).join(".")}`;
}

/** Writes login channels that are on into the database of the product that runs for the tests, and takes them away again. */
export async function openLoginChannels() {
  const run = (await readRunFile(process.env.E2E_DATA_DIR ?? "")) as { socketDir: string } | null;
  if (!run) throw new Error("The product does not run.");
  const pool = new pg.Pool({ host: run.socketDir, user: "postgres", database: "postgres", max: 1 });
  pool.on("error", () => undefined);
  const made: string[] = [];
  return {
    /** The id, which is in the address the other side sends the browser back to. */
    async make(channel: NewChannel, id: string = v7()): Promise<string> {
      const settings = channelSchemas(channel.kind).settings.parse(channel.settings ?? {});
      const secrets = Object.fromEntries(
        Object.entries(channel.secrets ?? {}).map(([name, text]) => [name, seal(text)]),
      );
      await pool.query(
        `insert into login_channels (id, kind, name_zh, name_en, status, is_default, settings, secrets, app, provisioning,
           issuer, sort, tested_version, tested_at) values ($1, $2, $3, $3, 'enabled', $4, $5, $6, $7, $8, $9, $10, 1, now())`,
        [
          id,
          channel.kind,
          channel.name,
          channel.isDefault ?? false,
          JSON.stringify(settings),
          JSON.stringify(secrets),
          JSON.stringify(channelApp.parse(channel.app ?? {})),
          JSON.stringify(channelProvisioning.parse(channel.provisioning ?? {})),
          issuerOf(channel.kind, id, settings),
          channel.sort ?? 0,
        ],
      );
      made.push(id);
      // The product looks at its channels every 2 s.
      await new Promise((resolve) => setTimeout(resolve, 2100));
      return id;
    },
    /** The account an outside identity is bound to. */
    async boundAccount(issuer: string, subject: string): Promise<string | undefined> {
      const { rows } = await pool.query(
        "select u.account from external_identities e join users u on u.id = e.user_id where e.issuer = $1 and e.subject = $2",
        [issuer, subject],
      );
      return (rows[0] as { account: string } | undefined)?.account;
    },
    /** Roles by their key, e.g. `staff`, for provisioning. */
    async roleId(key: string): Promise<string> {
      const { rows } = await pool.query("select id from roles where key = $1", [key]);
      return (rows[0] as { id: string }).id;
    },
    async close(): Promise<void> {
      if (made.length > 0) await pool.query("delete from login_channels where id = any($1::uuid[])", [made]);
      await pool.end();
    },
  };
}
