"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useEffect, useMemo } from "react";
import { ListToolbar } from "@/components/common/list-toolbar";
import { PanelState } from "@/components/common/query-state";
import { Segmented } from "@/components/ui/segmented";
import { readGroups, searchGroups } from "@/lib/features/preview/api-document";
import { METHODS, type PreviewState } from "@/lib/features/preview/filter";
import { documentQuery } from "@/lib/features/preview/hooks";
import { ApiCallRow } from "./api-call";

interface ApiReferenceProps {
  state: PreviewState;
  onChange: (patch: Partial<PreviewState>) => void;
}

/** `/api/openapi.json` for people: grouped, searchable, each call with what it takes, needs and answers. */
export function ApiReference({ state, onChange }: ApiReferenceProps) {
  const t = useTranslations("preview.api");
  const query = useQuery(documentQuery);
  const groups = useMemo(() => (query.data ? readGroups(query.data) : []), [query.data]);
  const keyword = useDeferredValue(state.q);
  const found = useMemo(() => searchGroups(groups, keyword, state.method), [groups, keyword, state.method]);
  const isReady = groups.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the call of the address, once the list is there
  useEffect(() => {
    if (isReady && state.call) document.getElementById(state.call)?.scrollIntoView({ block: "start" });
  }, [isReady]);

  if (!query.data) return <PanelState query={query} failed={t("failed")} />;
  const count = found.reduce((sum, { calls }) => sum + calls.length, 0);
  return (
    <>
      <ListToolbar
        search={t("search")}
        keyword={state.q}
        onKeyword={(q) => onChange({ q })}
        end={
          <span role="status" className="tnum text-fg-3 text-sm">
            {t("count", { count })}
          </span>
        }
      >
        <Segmented
          aria-label={t("method")}
          value={state.method}
          onValueChange={(method) => onChange({ method })}
          options={METHODS.map((value) => ({
            value,
            label: value === "all" ? t("allMethods") : value,
          }))}
        />
      </ListToolbar>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        <div className="space-y-1 border-b px-4 py-3 text-fg-2 text-sm md:px-5">
          <p>
            {t.rich("intro", {
              link: (text) => (
                <a href="/api/openapi.json" target="_blank" rel="noreferrer" className="text-primary-ink underline">
                  {text}
                </a>
              ),
            })}
          </p>
          <p>
            <span className="text-fg-3">{t("envelope")} </span>
            {t("envelopeText")}
          </p>
        </div>
        {found.length === 0 && <p className="px-5 py-10 text-center text-fg-3 text-sm">{t("empty")}</p>}
        {found.map(({ name, calls }) => (
          <section key={name} aria-labelledby={`api-${name}`}>
            <h3
              id={`api-${name}`}
              className="sticky top-0 z-1 flex h-9 items-center gap-2 border-b bg-subtle px-4 font-mono text-fg-2 text-xs md:px-5"
            >
              {name}
              <span className="tnum text-fg-3">{calls.length}</span>
            </h3>
            <ul>
              {calls.map((call) => (
                <ApiCallRow
                  key={call.id}
                  call={call}
                  open={state.call === call.id}
                  onToggle={() => onChange({ call: state.call === call.id ? null : call.id })}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
