// The words of an error.
export const reason = (fault) => (fault instanceof Error ? fault.message : String(fault));
