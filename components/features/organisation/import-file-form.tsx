"use client";

import { Download, FileSpreadsheet, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useRef, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import type { ImportKind } from "@/lib/features/organisation/import/columns";
import { useImportActions } from "@/lib/features/organisation/import/hooks";
import { IMPORT_BYTES_MAX } from "@/lib/features/organisation/import/limits";

interface ImportFileFormProps {
  kind: ImportKind;
  canMakeDepartments: boolean;
  onUploaded: (id: string) => void;
}

/** The file, and what may happen with what is there already. */
export function ImportFileForm({ kind, canMakeDepartments, onUploaded }: ImportFileFormProps) {
  const t = useTranslations("organisation-imports");
  const { upload, template } = useImportActions();
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState<"wrongType" | "tooLarge" | null>(null);
  const [updateExisting, setUpdate] = useState(false);
  const [createDepartments, setCreate] = useState(false);
  const handleFile = (next: File | undefined) => {
    if (!next) return;
    upload.reset();
    const refused = !/\.(xlsx|csv)$/i.test(next.name) ? "wrongType" : next.size > IMPORT_BYTES_MAX ? "tooLarge" : null;
    setWrong(refused);
    setFile(refused ? null : next);
  };
  const handleUpload = () => {
    if (file)
      upload.mutate({ kind, file, updateExisting, createDepartments }, { onSuccess: ({ id }) => onUploaded(id) });
  };
  const which = kind === "users" ? "Users" : "Departments";
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-subtle px-4 py-3">
        <p className="text-fg-2 text-sm">{t("file.templateHint")}</p>
        <Button icon={Download} loading={template.isPending} onClick={() => template.mutate(kind)}>
          {t("file.template")}
        </Button>
      </div>
      <FileDrop file={file} error={wrong && t(`file.${wrong}`)} onFile={handleFile} />
      <div className="space-y-3">
        <Choice
          checked={updateExisting}
          onChange={setUpdate}
          label={t(`option.update${which}`)}
          hint={t(`option.update${which}Hint`)}
        />
        {canMakeDepartments && (
          <Choice
            checked={createDepartments}
            onChange={setCreate}
            label={t("option.createDepartments")}
            hint={t("option.createDepartmentsHint")}
          />
        )}
      </div>
      <FormFailure error={upload.error} />
      <Button variant="primary" disabled={!file} loading={upload.isPending} onClick={handleUpload}>
        {t("upload")}
      </Button>
    </div>
  );
}

interface FileDropProps {
  file: File | null;
  error: string | null;
  onFile: (file: File | undefined) => void;
}

function FileDrop({ file, error, onFile }: FileDropProps) {
  const t = useTranslations("organisation-imports.file");
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const id = useId();
  const Icon = file ? FileSpreadsheet : Upload;
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.csv"
        className="sr-only"
        tabIndex={-1}
        aria-hidden
        data-testid="import-file"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <button
        type="button"
        aria-describedby={`${id}-message`}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          onFile(event.dataTransfer.files[0]);
        }}
        className={cn(
          "flex w-full flex-col items-center gap-2 rounded-md border border-input border-dashed px-4 py-8 text-center transition-colors hover:bg-subtle",
          isOver && "border-primary bg-primary-soft",
          error && "border-danger",
        )}
      >
        <Icon aria-hidden size={24} strokeWidth={1.5} className={file ? "text-primary-ink" : "text-fg-3"} />
        <span className="max-w-full break-all font-medium text-sm">{file ? file.name : t("drop")}</span>
        <span className="text-fg-3 text-xs">{file ? t("change") : t("limit")}</span>
      </button>
      <p id={`${id}-message`} role={error ? "alert" : undefined} className="mt-1 text-danger-ink text-xs">
        {error}
      </p>
    </div>
  );
}

interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint: ReactNode;
}

function Choice({ checked, onChange, label, hint }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex gap-2.5">
      <Checkbox
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        className="mt-0.5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block text-sm">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-fg-3 text-xs">
          {hint}
        </p>
      </div>
    </div>
  );
}
