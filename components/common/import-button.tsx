"use client";

import { FileInput } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

/** The second way to something new, beside `CreateButton`; a phone has its icon alone. */
export function ImportButton({ label, onImport }: { label: string; onImport: () => void }) {
  return (
    <>
      <Button icon={FileInput} className="max-md:hidden" onClick={onImport}>
        {label}
      </Button>
      <IconButton icon={FileInput} label={label} className="md:hidden" onClick={onImport} />
    </>
  );
}
