import { GET as LIST, POST as PREVIEW } from "@/app/api/admin/login-channels/[id]/sync/route";
import { PATCH as SETTINGS } from "@/app/api/admin/login-channels/[id]/sync/settings/route";
import { POST as APPLY } from "@/app/api/admin/login-channels/sync/[runId]/apply/route";
import { POST as CANCEL } from "@/app/api/admin/login-channels/sync/[runId]/cancel/route";
import { GET as ITEMS } from "@/app/api/admin/login-channels/sync/[runId]/items/route";
import { GET as ONE } from "@/app/api/admin/login-channels/sync/[runId]/route";
import { db } from "@/db/client";
import { updateChannelSync } from "@/db/queries/directory-sync/runs";
import { directoryDrivers } from "@/lib/auth/channels/drivers";
import { type ChannelProvisioning, type ChannelSync, channelSync } from "@/lib/auth/channels/schema";
import type { DirectoryDriver, DirectoryReading, OpenChannel, OutsidePerson } from "@/lib/auth/channels/types";
import type { SyncItemPage, SyncRunDto, SyncRunPage } from "@/lib/features/directory-sync/dto";
import { answer } from "./call";
import { makeLoginChannel } from "./login-channels";
import { unique } from "./organisation";
import type { Person } from "./people";
import { runTasksOf } from "./tasks";

/** What a directory has, by channel; the drivers themselves are proved elsewhere, against their own peers. */
const directories = new Map<string, DirectoryReading | DirectoryDriver["read"]>();

/** Drivers that answer what a test put into its directory. */
export function fakeDirectories(): void {
  const driver: DirectoryDriver = {
    read: async (channel, options) => {
      const directory = directories.get(channel.id);
      if (typeof directory === "function") return directory(channel, options);
      if (!directory) throw new Error("No directory of this channel");
      await options.onProgress(directory.people.length);
      return structuredClone(directory);
    },
  };
  directoryDrivers.wecom = async () => driver;
}

export const outsider = (subject: string, more: Partial<OutsidePerson> = {}): OutsidePerson => ({
  subject,
  account: subject,
  name: `Name ${subject}`,
  departmentIds: [],
  claims: {},
  disabled: false,
  ...more,
});

interface Directory {
  channel: OpenChannel;
  set(reading: Partial<DirectoryReading> | DirectoryDriver["read"]): void;
}

/** A channel with a directory behind it. */
export async function makeDirectory(
  reading: Partial<DirectoryReading> = {},
  more: { sync?: Partial<ChannelSync>; provisioning?: Partial<ChannelProvisioning>; status?: "disabled" } = {},
): Promise<Directory> {
  const channel = await makeLoginChannel({
    kind: "wecom",
    settings: { corpId: unique("corp") },
    secrets: { appSecret: "app-secret", contactsSecret: "contacts-secret" },
    provisioning: more.provisioning,
    status: more.status,
  });
  await updateChannelSync(db(), channel.id, channelSync.parse(more.sync ?? {}));
  const set: Directory["set"] = (next) =>
    directories.set(channel.id, typeof next === "function" ? next : { departments: [], people: [], ...next });
  set(reading);
  return { channel, set };
}

/** The calls of sync as one person makes them; tasks are done where a worker would. */
export function syncAs({ token }: Person) {
  const read = async (runId: string) => (await answer<SyncRunDto>(ONE, { token, params: { runId } })).data!;
  const start = (id: string) => answer<{ id: string }>(PREVIEW, { token, method: "POST", params: { id } });
  const apply = (runId: string, disables?: number) =>
    answer(APPLY, { token, params: { runId }, body: disables === undefined ? {} : { disables } });
  const preview = async (id: string) => {
    const { code, data, message } = await start(id);
    if (code !== 200) throw new Error(message);
    await runTasksOf(data!.id);
    return read(data!.id);
  };
  const items = async (runId: string, query: Record<string, string | number> = {}) =>
    (await answer<SyncItemPage>(ITEMS, { token, params: { runId }, query: { pageSize: 100, ...query } })).data!;
  return {
    read,
    start,
    apply,
    preview,
    items,
    /** Preview and apply, with the second confirmation where one is asked for. */
    sync: async (id: string) => {
      const run = await preview(id);
      const { code, message } = await apply(run.id, run.needsReview ? (run.summary["user.disable"] ?? 0) : undefined);
      if (code !== 200) throw new Error(message);
      await runTasksOf(run.id);
      return read(run.id);
    },
    cancel: (runId: string) => answer(CANCEL, { token, method: "POST", params: { runId } }),
    list: (id: string) => answer<SyncRunPage>(LIST, { token, params: { id } }),
    code: async (runId: string) => (await answer(ONE, { token, params: { runId } })).code,
    settings: (id: string, body: unknown) => answer(SETTINGS, { token, method: "PATCH", params: { id }, body }),
  };
}
