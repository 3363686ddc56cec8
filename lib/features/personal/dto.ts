/** A person as they see themselves. */
export interface ProfileDto {
  account: string;
  name: string;
  type: "local" | "directory" | "sso" | "scim";
  phone: string | null;
  email: string | null;
  avatar: string | null;
  department: string | null;
  roles: { id: string; name: string; nameEn: string | null }[];
  /** Identities elsewhere that sign this person in. */
  bindings: { issuer: string; createdAt: string }[];
  createdAt: string;
}

export interface MemoryDto {
  id: string;
  text: string;
  createdAt: string;
  updatedAt: string;
}

export interface MemoryListDto {
  enabled: boolean;
  items: MemoryDto[];
  max: number;
}
