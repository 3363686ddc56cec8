"use client";

import { RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { EncodingNotice } from "@/components/common/encoding/encoding-notice";
import { FileIcon } from "@/components/common/file-icon";
import { useBytes } from "@/components/common/use-bytes";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Meter } from "@/components/ui/meter";
import { Spinner } from "@/components/ui/spinner";
import { reportFailure } from "@/lib/client/report-failure";
import { type Attachment, type Attachments, isCounted } from "@/lib/features/chat/attachments";
import { PictureButton } from "./picture-button";

interface AttachmentListProps {
  store: Attachments;
  items: readonly Attachment[];
  /** One was taken out: its button is gone, the keyboard needs a place. */
  onRemoved: () => void;
}

type ItemProps = Omit<AttachmentListProps, "items"> & { item: Attachment };

/** The files of an unsent question, each with how far it is; what was refused says why, in words. */
export function AttachmentList({ store, items, onRemoved }: AttachmentListProps) {
  const t = useTranslations("chat.files");
  const counted = items.filter(isCounted);
  // What holds the question back, or will not go along, is seen first.
  const problems = items.filter((item) => !isGood(item));
  const refused = items.length - counted.length;
  const ready = counted.filter(({ state }) => state.kind === "ready").length;
  return (
    <section aria-label={t("heading")}>
      <p role="status" className="sr-only">
        {counted.length > 0 && t("status", { ready, count: counted.length })}
      </p>
      <ul className="flex max-h-48 flex-wrap gap-1.5 overflow-y-auto">
        {problems.map((item) => (
          <Problem key={item.key} item={item} store={store} onRemoved={onRemoved} />
        ))}
        {items.filter(isGood).map((item) => (
          <Chip key={item.key} item={item} store={store} onRemoved={onRemoved} />
        ))}
      </ul>
      {refused > 1 && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1"
          onClick={() => {
            store.dropRefused();
            onRemoved();
          }}
        >
          {t("removeRefused", { count: refused })}
        </Button>
      )}
      <div className="mt-1.5 divide-y overflow-hidden rounded-md empty:hidden">
        {counted.map(({ key, name, stored, isKept }) => (
          <EncodingNotice
            key={key}
            encoding={isKept ? undefined : stored?.encoding}
            file={name}
            onRead={(encoding) => store.reread(key, encoding)}
          />
        ))}
      </div>
    </section>
  );
}

const isGood = ({ state }: Attachment) => state.kind !== "refused" && state.kind !== "failed";

function Chip({ item, store, onRemoved }: ItemProps) {
  const t = useTranslations("chat.files");
  const bytes = useBytes();
  const { key, name, size, format, state, preview } = item;
  const percent = state.kind === "sending" ? Math.round(state.share * 100) : 0;
  return (
    <li className="flex h-12 w-60 max-w-full items-center gap-2 rounded-md border bg-subtle pl-2 pr-1">
      {preview ? <PictureButton src={preview} name={name} /> : <FileIcon format={format} size={20} />}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm" title={name}>
          {name}
        </span>
        <span className="tnum flex items-center gap-1.5 text-xs text-fg-3">
          {state.kind === "ready" && bytes(size)}
          {state.kind === "waiting" && t("waiting")}
          {state.kind === "sending" && (
            <>
              <Meter className="w-20" label={t("progress", { name })} value={percent} />
              {t("percent", { value: percent })}
            </>
          )}
          {state.kind === "checking" && (
            <>
              <Spinner size={12} />
              {t("checking")}
            </>
          )}
          {state.kind === "reading" && (
            <>
              <Spinner size={12} />
              {t("reading")}
            </>
          )}
        </span>
      </span>
      <RemoveButton name={name} onClick={() => remove(store, key, onRemoved)} />
    </li>
  );
}

function remove(store: Attachments, key: number, onRemoved: () => void): void {
  store.remove(key);
  onRemoved();
}

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTranslations("chat.files");
  return <IconButton icon={X} size={24} iconSize={14} label={t("remove", { name })} onClick={onClick} />;
}

function Problem({ item, store, onRemoved }: ItemProps) {
  const t = useTranslations("chat.files");
  const { key, name, format, state } = item;
  const why = useReason(item, store);
  const canRetry = state.kind === "failed" || (state.kind === "refused" && state.canRetry);
  return (
    <li className="flex min-h-12 w-60 max-w-full items-center gap-2 rounded-md border bg-subtle py-1 pr-1 pl-2 text-sm">
      <FileIcon format={format} size={20} />
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={name}>
          {name}
        </span>
        <span
          role="alert"
          title={why}
          className={cn(
            "line-clamp-2 text-xs leading-4",
            state.kind === "failed" ? "text-danger-ink" : "text-warning-ink",
          )}
        >
          {why}
        </span>
      </span>
      {canRetry && (
        <IconButton
          icon={RotateCcw}
          size={24}
          iconSize={14}
          label={t("retry")}
          onClick={() => void store.retry(key).catch(reportFailure)}
        />
      )}
      <RemoveButton name={name} onClick={() => remove(store, key, onRemoved)} />
    </li>
  );
}

/** Why a file is no part of the question, or could not be read. */
function useReason({ state }: Attachment, { limits }: Attachments): string {
  const t = useTranslations("chat.files");
  const errorText = useErrorText();
  const bytes = useBytes();
  if (state.kind === "failed") return errorText(state.error);
  if (state.kind !== "refused") return "";
  return state.message || t(`refused.${state.reason}`, { max: limits.files, size: bytes(limits.bytes) });
}
