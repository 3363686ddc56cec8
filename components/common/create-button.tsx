"use client";

import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Begins what a screen is for: the one primary button of a list. */
export function CreateButton({ label, onCreate }: { label: string; onCreate: () => void }) {
  return (
    <Button variant="primary" icon={Plus} onClick={onCreate}>
      {label}
    </Button>
  );
}
