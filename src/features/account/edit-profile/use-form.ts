import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import {
  changesOf,
  FIELDS,
  type FieldErrors,
  type FieldName,
  type FormValues,
  faultsOf,
  faultsOfRefused,
  fieldOfRefusal,
} from './fields.ts';

/**
 * State of the profile form: unsaved input over the saved values. Saving stores the change on the device. If the server rejects it
 * later, the core reverts it, and the reverted fields show the input again with the error of the refused ones.
 */
export function useForm(saved: FormValues) {
  const { t } = useTranslation('edit');
  const online = useAppState('connection')?.state === 'connected';
  const [typed, setTyped] = useState<Partial<FormValues>>({});
  const [refused, setRefused] = useState<FieldErrors>({});
  const [tried, setTried] = useState(false);
  /** The last saved changes, and the values before them. */
  const submitted = useRef<{ readonly before: FormValues; readonly after: Partial<FormValues> }>(undefined);

  const values: FormValues = { ...saved, ...typed };
  const faults: FieldErrors = { ...refused, ...faultsOf(values, new Date()) };
  const changes = changesOf(saved, values);
  const dirty = Object.keys(changes).length > 0;

  // A saved field that has its old value again was reverted by the core because the server rejected it.
  useEffect(() => {
    if (!submitted.current) return;
    const { before, after } = submitted.current;
    const back = FIELDS.filter((field) => field in after && saved[field] === before[field]);
    if (back.length === 0) return;
    setTyped((now) => ({ ...Object.fromEntries(back.map((field) => [field, after[field]])), ...now }));
    setRefused(faultsOfRefused(back));
    submitted.current = undefined;
  }, [saved]);

  const set = <F extends FieldName>(field: F, value: FormValues[F]) => {
    setTyped((now) => ({ ...now, [field]: value }));
    setRefused(({ [field]: _gone, ...others }) => others);
  };

  /** Validates and stores the changes; resolves to whether they are stored, or true if there are none. */
  const save = async (): Promise<boolean> => {
    setTried(true);
    if (Object.keys(faults).length > 0) {
      return false;
    }
    if (!dirty) return true;
    const result = await core.updateProfile(changes);
    if (!result.ok) {
      const field = result.error.code === 'bad-request' ? fieldOfRefusal(result.error.detail) : undefined;
      if (field) setRefused({ [field]: 'refused' });
      if (!field) reportFailure(result);
      return false;
    }
    submitted.current = { before: saved, after: changes };
    setTyped({});
    setTried(false);
    showToast(t(online ? 'saved' : 'savedHere'), 'good');
    return true;
  };

  /** Error of a field; undefined until the user has edited the field or tried to save, or the server has refused it. */
  const faultOf = (field: FieldName) => (tried || field in typed || field in refused ? faults[field] : undefined);
  return { values, set, save, dirty, faultOf };
}
/** State and actions of the profile form: values with the unsaved input, `set`, `save`, whether it is `dirty`, and the errors. */
export type Form = ReturnType<typeof useForm>;
