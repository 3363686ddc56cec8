import { CopyButton } from "@/components/common/copy-button";

/** A command for the server's shell, to be copied. */
export function CommandLine({ text }: { text: string }) {
  return (
    <div className="flex items-center gap-2 rounded-sm border bg-muted py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 overflow-x-auto whitespace-nowrap font-mono text-xs">{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
