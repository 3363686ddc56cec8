"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { DocumentText } from "@/components/common/document-text";
import { EmptyState } from "@/components/common/empty-state";
import { LazyMessages } from "@/components/common/lazy-messages";
import { QueryState } from "@/components/common/query-state";
import { useAppName } from "@/components/common/use-app-name";
import { useWhen } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/lib/client/toast";
import { appOfKind } from "@/lib/conversation/areas";
import type { DraftDto } from "@/lib/features/knowledge/draft-dto";
import { baseDraftsQuery, useDraftActions } from "@/lib/features/knowledge/draft-hooks";
import { DRAFT_REASON_MAX } from "@/lib/features/knowledge/limits";
import { filePreviewHref } from "@/lib/features/knowledge/paths";
import { DraftState } from "./draft-state";

interface DraftsDrawerProps {
  baseId: string;
  onClose: () => void;
}

const MOST = 100;

/** Answers people filed into a base: each becomes a file of it, or goes back with a reason (spec B7). */
export function DraftsDrawer(props: DraftsDrawerProps) {
  return (
    <LazyMessages areas={["knowledge-drafts"]}>
      <Drafts {...props} />
    </LazyMessages>
  );
}

function Drafts({ baseId, onClose }: DraftsDrawerProps) {
  const t = useTranslations("knowledge-drafts.base");
  const [shown, setShown] = useState<"open" | "decided">("open");
  const query = useQuery(baseDraftsQuery(baseId, { open: shown === "open", pageSize: MOST }));
  const { data } = query;
  const options = (["open", "decided"] as const).map((value) => ({ value, label: t(value) }));
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} size="large" className="space-y-4">
        <Segmented aria-label={t("show")} value={shown} onValueChange={setShown} options={options} />
        <QueryState query={query} />
        {data?.total === 0 && (
          <EmptyState title={t("none")} description={t(shown === "open" ? "noneOpen" : "noneDecided")} />
        )}
        {data && data.total > 0 && (
          <ol className="space-y-3">
            {data.items.map((draft) => (
              <li key={draft.id}>
                <DraftCard draft={draft} />
              </li>
            ))}
          </ol>
        )}
      </SheetContent>
    </Sheet>
  );
}

function DraftCard({ draft }: { draft: DraftDto }) {
  const t = useTranslations("knowledge-drafts");
  const when = useWhen();
  const appName = useAppName();
  const { approve, reject } = useDraftActions();
  const [isRejecting, setIsRejecting] = useState(false);
  const { id, title, text, state, reason, origin, author, decider, fileId, createdAt, decidedAt } = draft;
  const app = appName(appOfKind(origin.kind));
  return (
    <section aria-label={title} className="rounded-md border">
      <header className="space-y-0.5 p-3">
        <h3 className="wrap-anywhere font-semibold text-sm">{title}</h3>
        <p className="text-fg-3 text-xs">
          {t("base.by", { name: author.name, when: when(createdAt) })} ·{" "}
          {origin.title ? t("base.origin", { app, title: origin.title }) : t("base.originPlain", { app })}
        </p>
      </header>
      <details className="border-t">
        <summary className="cursor-pointer px-3 py-2 text-fg-2 text-sm">{t("base.read")}</summary>
        <div className="max-h-96 overflow-y-auto border-t bg-subtle px-4 py-2">
          <DocumentText markdown={text} className="text-sm" />
        </div>
      </details>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t p-2">
        {state === "open" ? (
          !isRejecting && (
            <>
              <Button size="sm" variant="ghost" disabled={approve.isPending} onClick={() => setIsRejecting(true)}>
                {t("base.reject")}
              </Button>
              <Button
                size="sm"
                loading={approve.isPending}
                onClick={() => approve.mutate(id, { onSuccess: () => toast.success(t("base.approved")) })}
              >
                {t("base.approve")}
              </Button>
            </>
          )
        ) : (
          <p className="mr-auto flex flex-wrap items-center gap-2 pl-1 text-fg-2 text-sm">
            <DraftState state={state} />
            {decider && decidedAt && <span>{t("base.by", { name: decider, when: when(decidedAt) })}</span>}
            {reason && <span className="wrap-anywhere">{t("own.reason", { reason })}</span>}
            {fileId && (
              <Link href={filePreviewHref(fileId)} className="text-primary-ink hover:underline">
                {t("own.file")}
              </Link>
            )}
          </p>
        )}
        {state === "open" && isRejecting && (
          <Rejection
            isPending={reject.isPending}
            onCancel={() => setIsRejecting(false)}
            onSend={(why) => reject.mutate({ id, reason: why }, { onSuccess: () => toast.success(t("base.rejected")) })}
          />
        )}
      </footer>
    </section>
  );
}

interface RejectionProps {
  isPending: boolean;
  onCancel: () => void;
  onSend: (reason: string) => void;
}

function Rejection({ isPending, onCancel, onSend }: RejectionProps) {
  const t = useTranslations("knowledge-drafts.base");
  const c = useTranslations("common.action");
  const id = useId();
  const [reason, setReason] = useState("");
  return (
    <form
      className="w-full space-y-2 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) onSend(reason.replace(/\s+/g, " "));
      }}
    >
      <Field id={id} label={t("reason")} required>
        <Textarea
          id={id}
          rows={2}
          autoFocus
          maxLength={DRAFT_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {c("cancel")}
        </Button>
        <Button size="sm" type="submit" loading={isPending} disabled={!reason.trim()}>
          {t("sendReject")}
        </Button>
      </div>
    </form>
  );
}
