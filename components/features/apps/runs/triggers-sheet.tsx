"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, CalendarClock, Info, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyMessages } from "@/components/common/lazy-messages";
import { QueryState } from "@/components/common/query-state";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { versionQuery } from "@/lib/features/apps/hooks";
import type { TriggerDto } from "@/lib/features/apps/runs-dto";
import { triggersQuery } from "@/lib/features/apps/runs-hooks";
import type { AppVariable } from "@/lib/features/apps/variables";
import { beginningOf } from "@/lib/features/apps/workflow/beginning";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import { HookGuide } from "./hook-guide";
import { TriggerForm } from "./trigger-form";
import { TriggerRow } from "./trigger-row";

interface TriggersSheetProps {
  app: AppDetailDto;
  /** The draft; the form is that of the published version where there is one. */
  draft: FlowGraph;
  onClose: () => void;
}

/** What begins runs of a workflow without a person: schedules, and calls of other systems. */
export function TriggersSheet(props: TriggersSheetProps) {
  return (
    <LazyMessages areas={["apps-runs"]}>
      <Triggers {...props} />
    </LazyMessages>
  );
}

/** What the drawer shows: the list, a form, or how a webhook is called, with its secret right after it was made. */
type View =
  | { show: "list" }
  | { show: "form"; kind: TriggerDto["kind"]; trigger: TriggerDto | null }
  | { show: "guide"; id: string; secret: string | null };

function Triggers({ app, draft, onClose }: TriggersSheetProps) {
  const t = useTranslations("apps-runs.triggers");
  const [view, setView] = useState<View>({ show: "list" });
  const query = useQuery(triggersQuery(app.id));
  const published = useQuery({ ...versionQuery(app.id, app.version ?? 1), enabled: app.version !== null });
  const graph = (published.data?.settings as FlowGraph | undefined) ?? draft;
  const form: readonly AppVariable[] = beginningOf(graph).variables;
  const items = query.data?.items ?? [];
  const toList = () => setView({ show: "list" });
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} meta={app.name} size="large">
        {view.show !== "list" && (
          <Button size="sm" variant="ghost" icon={ArrowLeft} className="-mt-2 mb-3 -ml-2" onClick={toList}>
            {t("back")}
          </Button>
        )}
        {view.show === "form" && (
          <TriggerForm
            appId={app.id}
            kind={view.kind}
            trigger={view.trigger}
            form={form}
            onDone={(made) => (made?.secret ? setView({ show: "guide", id: made.id, secret: made.secret }) : toList())}
          />
        )}
        {view.show === "guide" && (
          <HookGuide path={`/api/apps/hooks/${view.id}`} secret={view.secret} form={form} onDone={toList} />
        )}
        {view.show === "list" && (
          <div className="space-y-4">
            <p className="text-fg-3 text-sm">{t("text")}</p>
            {app.version === null && (
              <p className="flex items-start gap-2 rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">
                <Info aria-hidden size={15} className="mt-0.5 shrink-0" />
                {t("unpublished")}
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              <Button icon={CalendarClock} onClick={() => setView({ show: "form", kind: "schedule", trigger: null })}>
                {t("addSchedule")}
              </Button>
              <Button icon={Webhook} onClick={() => setView({ show: "form", kind: "webhook", trigger: null })}>
                {t("addWebhook")}
              </Button>
            </div>
            <QueryState query={query} />
            {query.data && items.length === 0 && <p className="py-6 text-center text-fg-3 text-sm">{t("none")}</p>}
            {items.length > 0 && (
              <ul aria-label={t("title")} className="divide-y rounded-md border">
                {items.map((trigger) => (
                  <TriggerRow
                    key={trigger.id}
                    appId={app.id}
                    trigger={trigger}
                    onEdit={() => setView({ show: "form", kind: trigger.kind, trigger })}
                    onGuide={(secret) => setView({ show: "guide", id: trigger.id, secret })}
                    onLeave={onClose}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}
