"use client";

import { useTranslations } from "next-intl";
import { FormFailure } from "@/components/form/form-failure";
import { useAttempt } from "@/components/form/use-attempt";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { toast } from "@/lib/client/toast";
import type { McpDefinitionDto, McpServerDto, McpToolDto } from "@/lib/features/tools/dto";
import { useServerActions } from "@/lib/features/tools/hooks";
import { textDiff } from "@/lib/text/text-diff";

interface ReviewDrawerProps {
  server: McpServerDto;
  tool: McpToolDto;
  now: McpDefinitionDto;
  onClose: () => void;
}

/** What a server changed about a tool after it was approved; approving it switches the tool on again. */
export function ReviewDrawer({ server, tool, now, onClose }: ReviewDrawerProps) {
  const t = useTranslations("tools.review");
  const { changeTool } = useServerActions();
  const { failure, attempt } = useAttempt();
  const decide = (patch: { accept: true; enabled: true } | { enabled: false }) =>
    attempt(async () => {
      // Nobody approves what the server began to say only after they read it.
      await changeTool.mutateAsync({ id: server.id, toolId: tool.id, revision: tool.revision, ...patch });
      toast.success();
      onClose();
    });
  return (
    <Sheet open onOpenChange={(open) => !open && !changeTool.isPending && onClose()}>
      <SheetContent
        title={t("title")}
        meta={`${server.name} · ${tool.title || tool.remoteName}`}
        size="large"
        footer={
          <>
            <Button disabled={changeTool.isPending} onClick={() => void decide({ enabled: false })}>
              {t("keepOff")}
            </Button>
            <Button
              variant="primary"
              disabled={changeTool.isPending}
              onClick={() => void decide({ accept: true, enabled: true })}
            >
              {t("accept")}
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          <p className="text-fg-2 text-sm">{t("text")}</p>
          <DefinitionDiff before={tool} now={now} />
          <FormFailure error={failure} />
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** Each part of what is said of a tool that changed, old and new. */
export function DefinitionDiff({ before, now }: { before: McpDefinitionDto; now: McpDefinitionDto }) {
  const t = useTranslations("tools.review");
  return (
    <>
      <Compared label={t("toolTitle")} before={before.title} after={now.title} />
      <Compared label={t("call")} before={callText(before)} after={callText(now)} mono />
      <Compared label={t("description")} before={before.description} after={now.description} />
      <Compared label={t("schema")} before={schemaText(before.inputSchema)} after={schemaText(now.inputSchema)} mono />
    </>
  );
}

/** The database does not keep the order of names: only what says something else is a difference. */
function schemaText(schema: McpDefinitionDto["inputSchema"]): string {
  const sorted = (_name: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(schema, sorted, 2);
}

/** Method and address of an operation, and where each argument goes. */
function callText({ operation }: Pick<McpDefinitionDto, "operation">): string {
  if (!operation) return "";
  const { method, address, places, body } = operation;
  const lines = places.map(({ key, name, in: place }) => `${key} → ${place} ${name}`);
  return [`${method} ${address}`, ...lines, ...(body ? [`body → ${body}`] : [])].join("\n");
}

interface ComparedProps {
  label: string;
  before: string;
  after: string;
  mono?: boolean;
}

/** Old and new in one text: struck through what went, underlined what came (design 5). */
function Compared({ label, before, after, mono = false }: ComparedProps) {
  if (before === after) return null;
  return (
    <section className="overflow-hidden rounded-md border">
      <h3 className="border-b bg-subtle px-3 py-2 text-fg-2 text-sm">{label}</h3>
      <p className={`whitespace-pre-wrap break-words p-3 text-sm ${mono ? "font-mono text-xs" : ""}`}>
        {textDiff(before, after).map((part, index) => {
          const key = `${index}${part.kind}`;
          if (part.kind === "same") return <span key={key}>{part.text}</span>;
          if (part.kind === "removed") {
            return (
              <del key={key} className="bg-danger-soft text-danger-ink">
                {part.text}
              </del>
            );
          }
          return (
            <ins key={key} className="bg-success-soft text-success-ink">
              {part.text}
            </ins>
          );
        })}
      </p>
    </section>
  );
}
