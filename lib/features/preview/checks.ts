import "server-only";
import { db, engine } from "@/db/client";
import { listBackups } from "@/db/queries/backups/backups";
import {
  countDepartments,
  countEnabledPeople,
  countExpiringKeys,
  countFailedLogins,
  countFailingSuppliers,
  countModels,
  countOpenBreakers,
  countRoles,
  countUnprotectedAdministrators,
  databaseSize,
  hasLateSeal,
  listFailedJobs,
  listModelPurposes,
} from "@/db/queries/preview/overview";
import { findTermsVersion } from "@/db/queries/terms/terms";
import type { Actor } from "@/lib/auth/actor";
import { MODEL_PURPOSES, PURPOSE_TYPES } from "@/lib/config/model-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { storageState } from "@/lib/files/room";
import { currentLicence } from "@/lib/licence/load";
import { isMailSet } from "@/lib/mail/settings";
import { countAbnormalModels } from "@/lib/models/health";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { readVerification } from "@/lib/operation-log/verification";
import { P, type PermissionCode } from "@/lib/permissions/codes";
import type { CheckName, CheckState } from "./dto";

export interface Result {
  state: CheckState;
  variant?: string;
  args?: Record<string, number | string>;
}

interface Check {
  /** Any of these codes sees it. */
  any: readonly [PermissionCode, ...PermissionCode[]];
  href: string | null;
  run: (actor: Actor) => Promise<Result>;
}

const GIB = 1024 ** 3;
/** ARCHITECTURE 7: beyond this the embedded database is no longer comfortable. */
const EMBEDDED_COMFORT = 2 * GIB;
const KEY_DAYS = 14;
/** Failed logins of an hour that are no longer people who mistyped. */
const MANY_FAILURES = 50;
/** A row of the operation log waits seconds for its place, not minutes. */
const SEAL_MINUTES = 5;

const done = (args: Result["args"] = {}): Result => ({ state: "done", args });

/** Every check: cheap, on its own, and only for people who may see what it tells. */
export const CHECK_LIST: Record<CheckName, Check> = {
  models: {
    any: [P.CONFIG_MODELS, P.GATEWAY],
    href: "/system/system-manage/model-access",
    run: async () => {
      const { connected, all } = await countModels(db(), BUILTIN_TEMPLATE);
      return connected > 0 ? done({ count: connected }) : { state: "missing", args: { count: all } };
    },
  },
  defaults: {
    any: [P.CONFIG_MODELS],
    href: "/system/system-manage/model-access?open=defaults",
    run: async () => {
      const { types, purposes } = await listModelPurposes(db());
      // A default is missing only where there is a model to choose.
      const wanted = MODEL_PURPOSES.filter((purpose) =>
        (PURPOSE_TYPES[purpose] as readonly string[]).some((type) => (types as string[]).includes(type)),
      );
      const missing = wanted.filter((purpose) => !purposes.includes(purpose)).length;
      if (!purposes.includes("chat")) return { state: "warning", args: { missing } };
      return missing > 0 ? { state: "missing", args: { missing } } : done({ count: wanted.length });
    },
  },
  people: {
    any: [P.ORG_USER],
    href: "/system/user-manage/user-manage",
    run: async () => {
      const count = await countEnabledPeople(db());
      return count > 1 ? done({ count }) : { state: "missing" };
    },
  },
  departments: {
    any: [P.ORG_DEPT],
    href: "/system/user-manage/dept-manage",
    run: async () => {
      const count = await countDepartments(db());
      return count > 1 ? done({ count }) : { state: "missing" };
    },
  },
  roles: {
    any: [P.ORG_ROLE],
    href: "/system/user-manage/role-manage",
    run: async () => done({ count: await countRoles(db()) }),
  },
  terms: {
    any: [P.CONFIG_TERMS],
    href: "/system/system-manage/terms-of-use",
    run: async () => {
      const current = await findTermsVersion(db(), "current");
      return current ? done({ version: current.version }) : { state: "missing" };
    },
  },
  licence: {
    any: [P.CONFIG_LICENSE],
    href: "/system/system-manage/license-manage",
    run: async () => {
      const { state, remainingDays, claims } = await currentLicence();
      const args = { days: remainingDays ?? 0, customer: claims?.customer ?? "" };
      if (state === "community" || state === "active") return { ...done(args), variant: state };
      return { state: state === "expiring" || state === "notYetValid" ? "warning" : "error", variant: state, args };
    },
  },
  mail: {
    any: [P.CONFIG_BASIC],
    href: "/system/system-manage/base-config-config",
    run: async () => {
      const settings = await loadConfig("mailConfig");
      return isMailSet(settings) ? done({ host: settings.host }) : { state: "missing" };
    },
  },
  backups: {
    any: [P.CONFIG_BASIC],
    href: "/system/system-manage/base-config-config",
    run: async () => {
      // Elsewhere backups are the database administrator's.
      if (engine() === "postgres") return { ...done(), variant: "postgres" };
      const [last] = await listBackups(db(), 1);
      if (last?.status === "failed") return { state: "error" };
      const { enabled, hour } = await loadConfig("backupConfig");
      return enabled ? done({ hour }) : { state: "missing" };
    },
  },
  factors: {
    any: [P.ORG_USER],
    href: "/system/user-manage/user-manage",
    run: async () => {
      const count = await countUnprotectedAdministrators(db());
      if (count === 0) return done();
      const { requireSecondFactorForAdministrators: due } = await loadConfig("securityConfig");
      return { state: "missing", args: { count }, variant: due ? "due" : undefined };
    },
  },
  health: {
    any: [P.CONFIG_MODELS, P.GATEWAY],
    href: "/system/gateway/model-supplier",
    run: async () => {
      const models = await countAbnormalModels();
      const suppliers = await countFailingSuppliers(db());
      const paused = await countOpenBreakers(db());
      const all = { models, suppliers, paused };
      if (models + suppliers + paused === 0) return done();
      return { state: models > 0 ? "error" : "warning", args: all };
    },
  },
  jobs: {
    any: [P.CONFIG_BASIC],
    href: null,
    run: async () => {
      const failed = await listFailedJobs(db());
      if (failed.length === 0) return done();
      const count = failed.reduce((sum, row) => sum + row.count, 0);
      return { state: "warning", args: { count, names: failed.map(({ name }) => name).join(", ") } };
    },
  },
  chain: {
    any: [P.LOGS_OPERATION],
    href: "/system/log-manage/operation-log",
    run: async () => {
      const verification = await readVerification();
      const flaw = verification?.state.flaw;
      if (flaw) return { state: "error", args: { no: flaw.no } };
      if (await hasLateSeal(db(), SEAL_MINUTES)) return { state: "warning" };
      return verification?.status === "done" ? done() : { state: "done", variant: "unchecked" };
    },
  },
  logins: {
    any: [P.LOGS_OPERATION],
    href: "/system/log-manage/operation-log",
    run: async () => {
      const count = await countFailedLogins(db());
      return count >= MANY_FAILURES ? { state: "warning", args: { count } } : done({ count });
    },
  },
  keys: {
    any: [P.OPEN_API],
    href: "/system/open-manage/api-manage",
    run: async (actor) => {
      const count = await countExpiringKeys(db(), KEY_DAYS, actor.isAdministrator ? undefined : actor.id);
      return count > 0 ? { state: "warning", args: { count, days: KEY_DAYS } } : done();
    },
  },
  disk: {
    any: [P.CONFIG_BASIC],
    href: null,
    run: async () => {
      const { level, free, total } = await storageState();
      if (free === null) throw new Error("free space not known");
      const args = { free, total };
      if (level === "ok") return done(args);
      return { state: level === "low" ? "warning" : "error", args };
    },
  },
  database: {
    any: [P.CONFIG_BASIC],
    href: null,
    run: async () => {
      const size = await databaseSize(db());
      if (engine() === "postgres") return { ...done({ size }), variant: "postgres" };
      return size > EMBEDDED_COMFORT ? { state: "warning", args: { size } } : done({ size });
    },
  },
};
