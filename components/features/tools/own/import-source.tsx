"use client";

import { FileUp, Link2, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { API_DOCUMENT_MAX } from "@/lib/config/tool-kinds";

/** Where a description comes from, as the screen holds it. */
export interface Source {
  origin: "url" | "file";
  url: string;
  file: { name: string; text: string } | null;
}

interface ImportSourceProps {
  source: Source;
  onChange: (source: Source) => void;
  /** Of stored tools: the way a description comes stays. */
  isFixed: boolean;
  hasRead: boolean;
  isReading: boolean;
  onRead: (source: Source) => void;
  onStop: () => void;
}

/** The address or the file of a description, and the button that reads it. */
export function ImportSource({ source, onChange, isFixed, hasRead, isReading, onRead, onStop }: ImportSourceProps) {
  const t = useTranslations("tools-own.import");
  const v = useTranslations("validation");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const { origin, url, file } = source;
  const isFile = origin === "file";
  const handleFile = async (chosen: File) => {
    setFileError(null);
    if (chosen.size > API_DOCUMENT_MAX) return setFileError(t("fileTooLarge"));
    const next: Source = { ...source, file: { name: chosen.name, text: await chosen.text() } };
    onChange(next);
    onRead(next);
  };
  const handleRead = () => {
    const isAddress = URL.canParse(url.trim()) && /^https?:/i.test(url.trim());
    if (!isAddress && (origin === "url" || url.trim() !== "")) {
      setError(v(url.trim() ? "url" : "required"));
      document.getElementById(id)?.focus();
      return;
    }
    setError(null);
    onRead(source);
  };
  const read = isReading ? (
    <Button icon={Square} onClick={onStop}>
      {t("reading")}
    </Button>
  ) : (
    <Button icon={Link2} onClick={handleRead}>
      {hasRead || isFixed ? t("readAgain") : t("read")}
    </Button>
  );
  return (
    <div className="max-w-180 space-y-3">
      {!isFixed && (
        <Segmented
          aria-label={t("from")}
          value={origin}
          onValueChange={(next) => {
            setError(null);
            setFileError(null);
            onChange({ ...source, origin: next });
          }}
          options={[
            { value: "url", label: t("url") },
            { value: "file", label: t("file") },
          ]}
        />
      )}
      {isFile && (
        <div className="flex flex-wrap items-center gap-3">
          <input
            ref={input}
            type="file"
            accept=".json,.yaml,.yml,application/json,application/yaml,text/yaml"
            aria-label={t("chooseFile")}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const [chosen] = event.target.files ?? [];
              event.target.value = "";
              if (chosen) void handleFile(chosen);
            }}
          />
          <Button icon={FileUp} disabled={isReading} onClick={() => input.current?.click()}>
            {file ? t("otherFile") : t("chooseFile")}
          </Button>
          {isReading && isFixed && read}
          <span className="min-w-0 break-all text-fg-3 text-xs">
            {file ? t("chosenFile", { name: file.name }) : isFixed ? t("readFile") : t("fileHint")}
          </span>
          {fileError && (
            <p role="alert" className="w-full text-danger-ink text-xs">
              {fileError}
            </p>
          )}
        </div>
      )}
      {(!isFile || (file && !isFixed)) && (
        <div className="flex flex-wrap items-start gap-3">
          <Field
            id={id}
            label={t(isFile ? "base" : "address")}
            required={!isFile}
            hint={isFile ? t("baseHint") : undefined}
            error={error ?? undefined}
            className="min-w-0 flex-1 basis-60"
          >
            <Input
              id={id}
              value={url}
              maxLength={1000}
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
              invalid={Boolean(error)}
              aria-describedby={fieldMessageId(id, error ?? undefined, isFile ? t("baseHint") : undefined)}
              onChange={(event) => onChange({ ...source, url: event.target.value })}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                if (!isReading) handleRead();
              }}
            />
          </Field>
          <span className="mt-6.5">{read}</span>
        </div>
      )}
    </div>
  );
}
