import type { BasicKind, BasicValues } from "@/lib/config/config-kinds";

export interface BasicDto {
  values: BasicValues;
  versions: Record<BasicKind, number>;
  /** Of all versions. */
  revision: string;
  /** The product's own texts, where nothing else was written. */
  documents: { helpZh: string; helpEn: string; privacyZh: string; privacyEn: string };
  /** What applies where the time zone is left open. */
  defaultTimeZone: string;
  hasMailPassword: boolean;
}

export interface ConfigChange {
  field: string;
  before: unknown;
  after: unknown;
}

export interface ConfigVersionDto {
  id: string;
  type: BasicKind;
  version: number;
  authorName: string | null;
  createdAt: string;
  /** What holds now is this. */
  isCurrent: boolean;
  /** Against the version before; empty for number 0, which is how it was before anybody changed it. */
  changes: ConfigChange[];
}

export interface ConfigVersionPage {
  items: ConfigVersionDto[];
  next: string | null;
}
