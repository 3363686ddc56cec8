"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/common/query-state";
import { moved, useOrderDrag } from "@/components/common/use-order-drag";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { SearchProviderDto } from "@/lib/features/tools/search-dto";
import { searchProvidersQuery, useSearchProviderActions } from "@/lib/features/tools/search-hooks";
import { type ProviderCommands, ProviderRow } from "./search-provider-row";
import { useReason } from "./use-reason";

interface SearchProvidersProps {
  /** A provider's id, or `new`. */
  onOpen: (id: string) => void;
}

/** The providers in the order they are asked; what is done here acts at once. */
export function SearchProviders({ onOpen }: SearchProvidersProps) {
  const t = useTranslations("tools-search");
  const query = useQuery(searchProvidersQuery);
  const { items = [], limit = 0, currency = "" } = query.data ?? {};
  const { order } = useSearchProviderActions();
  const { commands, testing } = useProviderCommands(items, onOpen);
  const ids = items.map(({ id }) => id);
  const handleOrder = (next: string[]) => {
    if (next.join() !== ids.join()) order.mutate(next);
  };
  const drag = useOrderDrag(ids, handleOrder);
  const isFull = query.data !== undefined && items.length >= limit;
  return (
    <section aria-labelledby="search-providers" className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <h3 id="search-providers" className="font-semibold text-base">
            {t("providers")}
          </h3>
          <p className="text-fg-3 text-xs">{isFull ? t("full", { max: limit }) : t("providersText")}</p>
        </div>
        <Button icon={Plus} disabled={!query.data || isFull} onClick={() => onOpen("new")}>
          {t("add")}
        </Button>
      </div>
      <QueryState query={query} className="h-28" />
      {query.data && items.length === 0 && (
        <div className="flex flex-col items-center gap-1 rounded-md border border-dashed px-6 py-7 text-center">
          <SearchX aria-hidden size={22} strokeWidth={1.5} className="mb-1 text-fg-3" />
          <p className="font-medium text-sm">{t("emptyTitle")}</p>
          <p className="max-w-100 text-balance text-fg-3 text-xs">{t("emptyText")}</p>
        </div>
      )}
      {items.length > 0 && (
        <ul aria-label={t("providers")} className="overflow-hidden rounded-md border">
          {items.map((provider, index) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              currency={currency}
              isTesting={testing.has(provider.id)}
              commands={commands}
              drag={items.length > 1 ? drag(provider.id) : null}
              onMove={items.length > 1 ? (step) => handleOrder(moved(ids, index, step)) : null}
              place={{ number: index + 1, isFirst: index === 0, isLast: index === items.length - 1 }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What can be done with a provider, with the questions asked before. */
function useProviderCommands(all: readonly SearchProviderDto[], onOpen: (id: string) => void) {
  const t = useTranslations("tools-search");
  const reason = useReason();
  const { change, remove, test } = useSearchProviderActions();
  const [testing, setTesting] = useState<ReadonlySet<string>>(new Set());
  const handleTest = async ({ id, name }: SearchProviderDto) => {
    setTesting((current) => new Set(current).add(id));
    try {
      const { ok, durationMs, error, detail, hits } = await test.mutateAsync(id);
      if (ok) toast.success(t("tested", { name, ms: durationMs, count: hits.length }));
      else {
        const why = reason(error).full;
        toast.error(t("testFailed", { name, reason: detail ? `${why} (${detail})` : why }));
      }
    } catch {
      // The mutation has said what went wrong.
    } finally {
      setTesting((current) => new Set([...current].filter((one) => one !== id)));
    }
  };
  const commands: ProviderCommands = {
    edit: ({ id }) => onOpen(id),
    enable: ({ id }, enabled) => change.mutate({ id, enabled }),
    test: (provider) => void handleTest(provider),
    remove: ({ id, name }) => {
      const isLast = !all.some((other) => other.id !== id && other.enabled && other.ready);
      const text = t("remove.text", { name });
      void confirm({
        title: t("remove.title"),
        description: isLast ? `${text} ${t("remove.last")}` : text,
        okButton: t("remove.ok"),
        destructive: true,
        onOk: () => remove.mutateAsync(id),
      });
    },
  };
  return { commands, testing };
}
