import { useTranslation } from 'react-i18next';
import { TaskScreen } from '../features/rewards/tasks/task-screen.tsx';
import { useWords } from '../i18n/more.ts';
import { HOME } from '../paths.ts';
import { BackButton } from '../ui/layout/back-button.tsx';
import { Page } from '../ui/layout/page.tsx';

/** Route /task: check-in and tasks. It needs a login in brands with `needsLogin.task`, and is public in the others (product 2.1). */
const TaskPage = () => {
  const { t } = useTranslation('wall');
  const ready = useWords('rewards');
  return (
    <Page title={t('tasks.title')} lead={<BackButton to={HOME} />} narrow>
      {ready ? <TaskScreen /> : null}
    </Page>
  );
};
export default TaskPage;
