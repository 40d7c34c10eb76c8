import { useQuery } from '@tanstack/react-query';
import { PlusIcon } from '../../ui/icons';
import { LinkButton } from '../../ui/link-button';
import { MomentRows } from '../moments/moment-rows';
import { momentListQuery } from '../../records/moments';
import { ClientSection, SHOWN } from './client-section';

/** The newest moments of a client. */
export function ClientMoments({ clientId }: { clientId: string }) {
  return (
    <ClientSection
      title="Moments"
      name="moments"
      query={useQuery(momentListQuery({ clientId, sort: '-createdAt', limit: SHOWN, offset: 0 }))}
      action={
        <LinkButton type="primary" icon={<PlusIcon />} to={`/moments/create?clientId=${clientId}`}>
          Create Package
        </LinkButton>
      }
      hint="A moment is a package of photos for this client to approve."
      all={`/moments?clientId=${clientId}`}
    >
      {(moments) => <MomentRows moments={moments} isOfOneClient />}
    </ClientSection>
  );
}
