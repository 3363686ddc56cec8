import "server-only";
import { db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { listBudgets } from "@/db/queries/gateway/budgets";
import { countPrices } from "@/db/queries/models/prices";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { invalidateConfig, readConfig } from "@/lib/config/system-config";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { SettingsDto } from "../dto";
import { keepsMore } from "../kinds";
import type { SettingsPatch } from "../log-schema";

/** How the gateway counts money and what its log keeps. */
export async function readSettings(actor: Actor): Promise<SettingsDto> {
  requirePermission(actor, P.GATEWAY);
  const config = await readConfig(db(), "gatewayConfig");
  return {
    ...config,
    mayKeepMore: actor.isAdministrator,
    currencyInUse: await isCurrencyInUse(),
    revision: revisionOf(config),
  };
}

/** Changes them; the new level holds from the next request on. Throws currencyInUse, logLevelAdministrators, staleRecord. */
export async function changeSettings(actor: Actor, { revision, ...patch }: SettingsPatch): Promise<void> {
  requirePermission(actor, P.GATEWAY);
  const { currency } = await readConfig(db(), "gatewayConfig");
  const isOther = patch.currency !== undefined && patch.currency !== currency;
  if (isOther && (await isCurrencyInUse())) {
    throw new AppError("currencyInUse", { data: { fields: { currency: "invalid" } } });
  }
  await db().transaction(async (tx) => {
    const read = () => readConfig(tx, "gatewayConfig");
    await assertCurrent(tx, actor, { type: "config", id: "gatewayConfig", given: revision, read });
    const before = await read();
    if (keepsMore(patch.requestLogLevel ?? before.requestLogLevel, before.requestLogLevel) && !actor.isAdministrator) {
      throw new AppError("logLevelAdministrators", { data: { fields: { requestLogLevel: "logLevel" } } });
    }
    await upsertConfig(tx, "gatewayConfig", { ...before, ...patch });
    await recordAuditEvent(tx, actor, {
      action: "gateway.settings.change",
      target: { type: "config", id: "gatewayConfig", name: "gatewayConfig" },
      before,
      after: { ...before, ...patch },
    });
  });
  invalidateConfig("gatewayConfig");
}

async function isCurrencyInUse(): Promise<boolean> {
  const [prices, budgets] = await Promise.all([countPrices(db()), listBudgets(db(), { enabledOnly: false })]);
  return prices > 0 || budgets.length > 0;
}
