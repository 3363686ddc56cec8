"use client";

import { FileUp } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { droppedFolders, type PlacedFile } from "@/lib/client/dropped-files";
import { reportFailure } from "@/lib/client/report-failure";

interface DropAreaProps {
  /** Said while files are held over it. */
  label: string;
  onFiles: (files: File[]) => void;
  /** Takes whole folders; without it only files are taken. */
  onFolders?: (files: PlacedFile[]) => void;
  /** Nothing is taken here, e.g. in the trash. */
  disabled?: boolean;
  children: ReactNode;
}

const carriesFiles = (transfer: DataTransfer | null) => transfer?.types.includes("Files") === true;

const isField = (target: EventTarget | null) => target instanceof HTMLElement && target.matches("textarea, input");

/** The whole panel takes files: dropped on it, or pasted anywhere but beside a text into a field. */
export function DropArea({ label, onFiles, onFolders, disabled, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0);
  const latest = useRef(onFiles);
  latest.current = onFiles;

  useEffect(() => {
    if (disabled) return;
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Office programs put a picture of a text beside the text: into a field goes the text.
      const hasText = event.clipboardData?.types.includes("text/plain") === true;
      if (files.length === 0 || (hasText && isField(event.target))) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener("paste", handlePaste);
    return () => document.removeEventListener("paste", handlePaste);
  }, [disabled]);

  const leave = () => {
    depth.current = 0;
    setIsOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a second way beside the upload button
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={(event) => {
        if (disabled || !carriesFiles(event.dataTransfer)) return;
        depth.current += 1;
        setIsOver(true);
      }}
      onDragOver={(event) => {
        if (!disabled && carriesFiles(event.dataTransfer)) event.preventDefault();
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={(event) => {
        if (disabled || !carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        leave();
        const folders = onFolders && droppedFolders(event.dataTransfer);
        if (folders) folders.then(onFolders).catch(reportFailure);
        else onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div className="fade pointer-events-none absolute inset-2 z-(--z-sticky) grid place-items-center rounded-lg border-2 border-dashed border-primary bg-primary-soft/90">
          <p className="flex items-center gap-2 text-lg font-semibold text-primary-ink">
            <FileUp aria-hidden size={20} strokeWidth={1.75} />
            {label}
          </p>
        </div>
      )}
    </div>
  );
}
