import "server-only";
import { z } from "zod";
import { listSearchProviderRows, lockSearchProviders, writeSearchProvider } from "@/db/queries/web/providers";
import { SEARCH_PROVIDER_KINDS, SEARCH_QUOTA_MAX } from "@/lib/config/tool-kinds";
import { assertAllowedUrl } from "@/lib/net/egress";
import { isMoved } from "@/lib/net/moved-address";
import { line, webAddress } from "@/lib/text/line";
import { invalidateSearchProviders } from "@/lib/web/providers/store";
import { defineSection } from "./section";

export const searchProvidersSection = defineSection({
  name: "searchProviders",
  item: z.strictObject({
    key: line(60).min(1),
    kind: z.enum(SEARCH_PROVIDER_KINDS),
    baseUrl: webAddress(500),
    enabled: z.boolean(),
    sort: z.number().int().min(0).max(1000),
    dailyQuota: z.number().int().min(1).max(SEARCH_QUOTA_MAX).nullable(),
    costMicros: z.number().int().min(0).max(1e15),
  }),
  read: async (db) =>
    (await listSearchProviderRows(db)).map(({ name, kind, baseUrl, enabled, sort, dailyQuota, costMicros }) => ({
      ...{ key: name, kind, baseUrl, enabled, sort, dailyQuota, costMicros },
    })),
  secrets: async (db) =>
    (await listSearchProviderRows(db)).filter(({ keyCipher }) => keyCipher !== null).map(({ name }) => name),
  refusal: ({ key, kind, baseUrl }, { current, hasSecrets }) => {
    const here = current.get(key);
    // A key that is stored here stays with its service (SECURITY SK-02).
    if (here && hasSecrets(key) && (here.kind !== kind || isMoved(here.baseUrl, baseUrl))) return "secretsAtStake";
    try {
      assertAllowedUrl(baseUrl, "supplier");
    } catch {
      return "addressRefused";
    }
    return null;
  },
  write: async (tx, _actor, { key, ...provider }) => {
    await lockSearchProviders(tx);
    await writeSearchProvider(tx, { ...provider, name: key });
  },
  invalidate: invalidateSearchProviders,
});
