"use client";

import { Play, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useMoments } from "@/components/common/use-moments";
import { useStoppable } from "@/components/common/use-stoppable";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Status } from "@/components/ui/status";
import type { OwnServerDetailDto, OwnToolDto, OwnTryDto } from "@/lib/features/tools/own-dto";
import { tryOwnTool } from "@/lib/features/tools/own-hooks";
import { fieldsOf } from "@/lib/features/tools/schema-fields";
import { ArgumentsForm } from "../arguments-form";
import { ExchangeView } from "./exchange";
import { OwnSection } from "./own-frame";

interface Run {
  at: string;
  operationId: string;
  title: string;
  result: OwnTryDto;
}

/** Runs of this visit that can be looked at again. */
const KEPT = 10;

/** Runs a saved tool and shows what went over the wire. */
export function TryPanel({ server }: { server: OwnServerDetailDto }) {
  const t = useTranslations("tools-own.try");
  const id = useId();
  const [operationId, setOperationId] = useState(server.tools[0]?.operationId ?? "");
  const [runs, setRuns] = useState<readonly Run[]>([]);
  const [shown, setShown] = useState<Run | null>(null);
  const tool = server.tools.find((one) => one.operationId === operationId) ?? server.tools[0];
  const handleRun = (run: Run) => {
    setRuns((all) => [run, ...all].slice(0, KEPT));
    setShown(run);
  };
  if (!tool) return null;
  return (
    <div className="border-t">
      <OwnSection id={`${id}-title`} title={t("title")} hint={t("hint")}>
        {server.blocked ? (
          <p className="text-fg-3 text-sm">{t("blocked")}</p>
        ) : (
          <div className="grid gap-6 lg:grid-cols-2">
            <div className="min-w-0 space-y-4">
              {server.tools.length > 1 && (
                <Field id={`${id}-operation`} label={t("operation")}>
                  <Select
                    id={`${id}-operation`}
                    value={tool.operationId}
                    onValueChange={(next) => {
                      setOperationId(next);
                      setShown(null);
                    }}
                    options={server.tools.map((one) => ({
                      value: one.operationId,
                      label: one.title || one.operationId,
                    }))}
                    className="w-full"
                  />
                </Field>
              )}
              <TryForm
                key={tool.operationId}
                serverId={server.id}
                tool={tool}
                hasRun={shown !== null}
                onRun={handleRun}
              />
            </div>
            <div aria-live="polite" className="min-w-0 space-y-4">
              {shown && <ExchangeView result={shown.result} />}
              {runs.length > 1 && <EarlierRuns runs={runs} shown={shown} onShow={setShown} />}
            </div>
          </div>
        )}
      </OwnSection>
    </div>
  );
}

interface TryFormProps {
  serverId: string;
  tool: OwnToolDto;
  hasRun: boolean;
  onRun: (run: Run) => void;
}

function TryForm({ serverId, tool, hasRun, onRun }: TryFormProps) {
  const t = useTranslations("tools-own.try");
  const formId = useId();
  // What stands in an address or a header is one line, however long it may be.
  const lines = new Set(tool.operation?.places.map(({ key }) => key));
  const fields = fieldsOf(tool.inputSchema).map((field) =>
    field.kind === "long" && lines.has(field.name) ? { ...field, kind: "text" as const } : field,
  );
  const { isRunning, failure, start, stop } = useStoppable();
  const handleRun = (args: Record<string, unknown>) => {
    const { operationId, title } = tool;
    void start(async (signal) => {
      const result = await tryOwnTool(serverId, { operation: operationId, arguments: args }, signal);
      onRun({ at: new Date().toISOString(), operationId, title: title || operationId, result });
    });
  };
  return (
    <ArgumentsForm id={formId} fields={fields} isRunning={isRunning} onRun={handleRun}>
      <FormFailure error={failure} />
      {isRunning ? (
        <Button icon={Square} onClick={stop}>
          {t("stop")}
        </Button>
      ) : (
        <Button icon={Play} type="submit">
          {hasRun ? t("again") : t("run")}
        </Button>
      )}
    </ArgumentsForm>
  );
}

interface EarlierRunsProps {
  runs: readonly Run[];
  shown: Run | null;
  onShow: (run: Run) => void;
}

function EarlierRuns({ runs, shown, onShow }: EarlierRunsProps) {
  const t = useTranslations("tools-own.try");
  const moments = useMoments();
  return (
    <section aria-label={t("earlier")}>
      <h3 className="mb-1.5 text-fg-2 text-sm">{t("earlier")}</h3>
      <ul className="overflow-hidden rounded-md border">
        {runs.map((run) => (
          <li key={run.at} className="not-last:border-b">
            <button
              type="button"
              aria-current={run === shown}
              onClick={() => onShow(run)}
              className="flex min-h-9 w-full items-center gap-3 px-3 text-left text-xs hover:bg-subtle aria-current:bg-subtle pointer-coarse:min-h-11"
            >
              <Status tone={run.result.ok ? "success" : "danger"}>
                {run.result.exchange?.response?.status ?? t("failed")}
              </Status>
              <span className="min-w-0 flex-1 truncate">{run.title}</span>
              <span className="tnum text-fg-3">{moments.minute(run.at)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
