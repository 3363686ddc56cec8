"use client";

import { Paperclip, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Field, fieldMessageId } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { RUN_TEXT_MAX, type RunKind } from "@/lib/features/models/run-schema";
import type { TryValues } from "./try-values";

interface TryFieldsProps {
  kind: RunKind;
  idPrefix: string;
  values: TryValues;
  /** Field to key of `validation`. */
  errors: Readonly<Record<string, string>>;
  file: File | null;
  onChange: (patch: Partial<TryValues>) => void;
  onFile: (file: File | null) => void;
}

type Name = keyof TryValues;
/** Fields of each kind in their order; the first is what it is asked for. */
const FIELDS: Record<RunKind, readonly Name[]> = {
  chat: ["prompt", "system"],
  vector: ["prompt", "other"],
  rerank: ["prompt", "documents"],
  image: ["prompt", "size"],
  speech: ["prompt", "voice"],
  transcription: [],
};
const SHORT: ReadonlySet<Name> = new Set(["size", "voice"]);
const ACCEPTED: Partial<Record<RunKind, string>> = {
  chat: "image/png,image/jpeg,image/webp,image/gif",
  transcription: "audio/*",
};

/** The fields a kind of model is tried with. */
export function TryFields({ kind, idPrefix, values, errors, file, onChange, onFile }: TryFieldsProps) {
  const t = useTranslations("models.try");
  const v = useTranslations("validation");
  const errorOf = (name: string) => {
    const key = errors[name];
    return key === undefined ? undefined : v(v.has(key as "invalid") ? (key as "invalid") : "invalid");
  };
  const labelOf = (name: Name) =>
    name === "prompt" && kind !== "chat" && kind !== "image" ? t(`subject.${kind}`) : t(name);
  const accepted = ACCEPTED[kind];
  return (
    <>
      {FIELDS[kind].map((name) => {
        const id = `${idPrefix}-${name}`;
        const error = errorOf(name);
        const hint =
          name === "documents" || name === "other" || SHORT.has(name) ? t(`${name as "other"}Hint`) : undefined;
        const shared = {
          id,
          value: values[name],
          "aria-describedby": fieldMessageId(id, error, hint),
          "aria-invalid": error ? true : undefined,
        };
        return (
          <Field
            key={name}
            id={id}
            label={labelOf(name)}
            hint={hint}
            error={error}
            required={name === "prompt" || name === "documents"}
          >
            {SHORT.has(name) ? (
              <Input {...shared} maxLength={60} onChange={(event) => onChange({ [name]: event.target.value })} />
            ) : (
              <Textarea
                {...shared}
                rows={name === "documents" ? 5 : name === "prompt" ? 3 : 2}
                maxLength={name === "system" || kind === "speech" ? 4000 : RUN_TEXT_MAX}
                onChange={(event) => onChange({ [name]: event.target.value })}
              />
            )}
          </Field>
        );
      })}
      {accepted && (
        <Field
          id={`${idPrefix}-file`}
          label={kind === "chat" ? t("picture") : t("audio")}
          required={kind === "transcription"}
          hint={t("fileHint")}
          error={errorOf("file")}
        >
          <FilePick id={`${idPrefix}-file`} accept={accepted} file={file} onFile={onFile} />
        </Field>
      )}
    </>
  );
}

function FilePick({
  id,
  accept,
  file,
  onFile,
}: {
  id: string;
  accept: string;
  file: File | null;
  onFile: (file: File | null) => void;
}): ReactNode {
  const t = useTranslations("models.try");
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex min-w-0 items-center gap-2">
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-hidden
        data-testid="try-file"
        onChange={(event) => {
          onFile(event.target.files?.[0] ?? null);
          event.target.value = "";
        }}
      />
      <Button id={id} icon={Paperclip} aria-describedby={`${id}-message`} onClick={() => input.current?.click()}>
        {t("choose")}
      </Button>
      {file && (
        <>
          <span className="min-w-0 truncate text-sm">{file.name}</span>
          <IconButton icon={X} label={t("removeFile")} onClick={() => onFile(null)} />
        </>
      )}
    </div>
  );
}
